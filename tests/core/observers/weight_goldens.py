# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the numbers of tst_weight_ranges.cpp: ranges of weights as quark_behaviour section 3.8 describes the searches,
computed plainly with numpy from the same values. Usage: python3 weight_goldens.py
"""
import numpy as np

N = 3000


def values(seed, outliers):
    """A linear congruential generator, so that C++ has the same values; sums of four are bell-shaped."""
    state, out = seed, []
    for i in range(N):
        total = 0
        for _ in range(4):
            state = (state * 1664525 + 1013904223) % 2**32
            total += state >> 16
        x = np.float32(total / 65536 - 2.0)
        out.append(x * np.float32(8.0) if outliers and i % 400 == 0 else x)
    return np.array(out, np.float32)


def params(low, high, qmin, qmax, symmetric):
    low, high = min(float(low), 0.0), max(float(high), 0.0)
    if symmetric:
        high = max(-low, high)
        low = -high
    scale = (high - low) / (qmax - qmin)
    zero = round((qmin + qmax) / 2) if symmetric else np.rint(qmin - low / scale)
    return np.float32(scale), float(zero)


def error(x, count, scale, zero, qmin, qmax):
    codes = np.clip(np.rint(x / float(scale)) + zero, qmin, qmax)
    return float(np.sum(count * (x - (codes - zero) * float(scale)) ** 2))


def search(windows, x, count, qmin, qmax, symmetric):
    best, smallest = None, np.inf
    for low, high in windows:
        scale, zero = params(np.float32(low), np.float32(high), qmin, qmax, symmetric)
        here = error(x, count, scale, zero, qmin, qmax)
        if here < smallest:
            best, smallest = (np.float32(low), np.float32(high)), here
    return best


def shrinking(low, high, steps):
    return [(low + (high - low) * i / steps, high - (high - low) * i / steps) for i in range(steps // 4 + 1)]


def main():
    for outliers in (False, True):
        w = values(12345, outliers)
        x = w.astype(np.float64)
        low, high = float(w.min()), float(w.max())
        for qmin, qmax, symmetric, name in ((-127, 127, True, "Int8"), (0, 255, False, "UInt8")):
            percent = [(np.percentile(x, (100 - p) / 2), np.percentile(x, 100 - (100 - p) / 2))
                       for p in (99.9, 99.99, 99.999, 99.9999)]
            steps = min(2048, N)
            counts, edges = np.histogram(x, steps, (low, high))
            centres = (edges[:-1] + edges[1:]) / 2
            rows = {"Percentile": search(percent, x, 1, qmin, qmax, symmetric),
                    "HistCenter": search(shrinking(low, high, steps), centres, counts, qmin, qmax, symmetric),
                    "All": search(shrinking(low, high, steps), x, 1, qmin, qmax, symmetric)}
            for mode, (a, b) in rows.items():
                print(f'    {{DataType::{name}, FloatMode::{mode}, {"true" if outliers else "false"}, '
                      f"{float(a).hex()}F, {float(b).hex()}F}},")


main()
