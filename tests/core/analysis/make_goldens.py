# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the expected values of tst_output_metrics.cpp: metrics and structural similarity, written out in numpy.

Structural similarity follows scikit-image's structural_similarity(gaussian_weights=True, sigma=1.5,
use_sample_covariance=False), but with the mean over the whole map. Usage: python3 make_goldens.py
"""
import numpy


def window():
    x = numpy.arange(-5, 6, dtype=numpy.float64)
    line = numpy.exp(-x * x / (2 * 1.5**2))
    plane = numpy.outer(line, line)
    return plane / plane.sum()


def blurred(plane):
    padded = numpy.pad(plane, 5, mode="reflect")
    weights = window()
    result = numpy.zeros_like(plane)
    for row in range(plane.shape[0]):
        for column in range(plane.shape[1]):
            result[row, column] = (padded[row : row + 11, column : column + 11] * weights).sum()
    return result


def similarity(x, y, value_range):
    c1, c2 = (0.01 * value_range) ** 2, (0.03 * value_range) ** 2
    mean_x, mean_y = blurred(x), blurred(y)
    variance_x = blurred(x * x) - mean_x**2
    variance_y = blurred(y * y) - mean_y**2
    covariance = blurred(x * y) - mean_x * mean_y
    map_ = ((2 * mean_x * mean_y + c1) * (2 * covariance + c2)) / (
        (mean_x**2 + mean_y**2 + c1) * (variance_x + variance_y + c2)
    )
    return map_.mean()


def pattern(height, width, plane):
    """The test's picture; every value is exact in float32."""
    row, column = numpy.mgrid[0:height, 0:width]
    return ((row * 7 + column * 3 + row * column + 11 * plane) % 32 / 8.0).astype(numpy.float64)


def distorted(picture, plane):
    row, column = numpy.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    return picture + ((row * 5 + column * 11 + plane) % 7 - 3) / 4.0


def main():
    for planes, height, width in [(1, 11, 11), (1, 16, 20), (3, 13, 24)]:
        x = [pattern(height, width, p) for p in range(planes)]
        y = [distorted(picture, p) for p, picture in enumerate(x)]
        value_range = max(p.max() for p in x) - min(p.min() for p in x)
        mean = numpy.mean([similarity(a, b, value_range) for a, b in zip(x, y)])
        print(f"SSIM {planes} x {height} x {width}: {mean:.15f}")

    a = numpy.array([1.5, -2.25, 3.0, 0.5, -4.0, 2.0])
    b = numpy.array([1.25, -2.0, 3.5, 0.5, -3.0, 1.5])
    difference = a - b
    rmse = numpy.sqrt((difference**2).mean())
    print(f"cosine {a @ b / (numpy.linalg.norm(a) * numpy.linalg.norm(b)):.15f}")
    print(f"l2 {numpy.linalg.norm(difference):.15f} rmse {rmse:.15f} max {numpy.abs(difference).max()}")
    print(f"psnr {20 * numpy.log10((a.max() - a.min()) / rmse):.13f}")


main()
