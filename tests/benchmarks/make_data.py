#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the samples of the benchmarks as stacked .npz files: the goldens' calibration samples, repeated to N.

    python tests/benchmarks/make_data.py --shared ../shared --count 256 FOLDER
"""
import argparse
from pathlib import Path

from common import write_samples

MODELS = ("squeezenet_fp32", "yolox_nano", "bert_mini_sst2", "ppocr_v4_det", "mobilenetv2_cifar10")

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--count", type=int, default=256)
parser.add_argument("folder", type=Path)
arguments = parser.parse_args()
arguments.folder.mkdir(parents=True, exist_ok=True)
for name in MODELS:
    write_samples(arguments.shared, name, arguments.count, arguments.folder)
