#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs bench_quantize on four real networks and writes the table of RESULTS.md.

    ./bootstrap bench
    python tests/benchmarks/run.py --shared ../shared --output tests/benchmarks/RESULTS.md

Needs numpy, onnx and onnxruntime; the machine should have nothing else to do.
"""
import argparse
import tempfile
from pathlib import Path

from common import ROOT, replace_table, row_of, write_samples

MODELS = ("squeezenet_fp32", "yolox_nano", "bert_mini_sst2", "ppocr_v4_det")
SAMPLES = (32, 256)
HEADER = """| model | samples | plain s | unfused | min/max | full statistics | MiB plain | MiB min/max | MiB full |
|---|---|---|---|---|---|---|---|---|
"""

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--bench", type=Path, default=ROOT / "build/bench/bin/bench_quantize")
parser.add_argument("--threads", default="2")
parser.add_argument("--rounds", default="3")
parser.add_argument("--output", type=Path, help="file whose table, between the <!-- table --> marks, is replaced")
arguments = parser.parse_args()

rows = []
memory = {}
with tempfile.TemporaryDirectory() as folder:
    for name in MODELS:
        data = write_samples(arguments.shared, name, max(SAMPLES), folder)
        for samples in SAMPLES:
            rows.append(row_of(arguments.bench, arguments.shared, name, data, samples, arguments.threads,
                               arguments.rounds))
            memory[name, samples] = float(rows[-1].split("|")[9])

few, many = SAMPLES
slopes = ", ".join(f"{name} {1024 * (memory[name, many] - memory[name, few]) / (many - few):.1f}" for name in MODELS)
table = HEADER + "\n".join(rows) + f"\n\nGrowth of the peak from {few} to {many} samples, KiB per sample: {slopes}.\n"
if arguments.output:
    replace_table(arguments.output, table)
