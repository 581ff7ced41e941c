#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs bench_analysis on four real networks and writes the table of ANALYSIS.md.

    ./bootstrap bench
    python tests/benchmarks/run_analysis.py --shared ../shared --output tests/benchmarks/ANALYSIS.md

Needs numpy, onnx and onnxruntime; the machine should have nothing else to do.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODELS = {
    "squeezenet_fp32": "squeezenet_fp32/SqueezeNet_fp32.onnx",
    "mobilenetv2_cifar10": "mobilenetv2_cifar10/mobilenetv2_cifar10.onnx",
    "yolox_nano": "yolox_nano/yolox_nano.onnx",
    "bert_mini_sst2": "bert_mini_sst2/bert_mini_sst2.onnx",
}
RUNS = [(name, "A8W8") for name in MODELS] + [("mobilenetv2_cifar10", "XINT8")]
HEADER = """| model | preset | samples | plain s | unfused | analyse | units | sensitivity a unit | / brute force | what-if | MiB plain | analyse | sensitivity | what-if |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--bench", type=Path, default=ROOT / "build/bench/bin/bench_analysis")
parser.add_argument("--samples", default="16")
parser.add_argument("--threads", default="2")
parser.add_argument("--rounds", default="3")
parser.add_argument("--output", type=Path, help="file whose table, between the <!-- table --> marks, is replaced")
arguments = parser.parse_args()

rows = []
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, HERE / "make_data.py", "--shared", arguments.shared, "--count", arguments.samples,
                    folder], check=True)
    for name, preset in RUNS:
        row = subprocess.run([arguments.bench, arguments.shared / "models" / MODELS[name], Path(folder) / f"{name}.npz",
                              arguments.samples, arguments.threads, arguments.rounds, preset],
                             check=True, capture_output=True, text=True).stdout.strip()
        print(row, flush=True)
        rows.append(row)
if arguments.output:
    mark = "<!-- table -->"
    before, _, after = arguments.output.read_text().split(mark)
    table = HEADER + "\n".join(rows) + "\n"
    arguments.output.write_text(f"{before}{mark}\n{table}{mark}{after}")
