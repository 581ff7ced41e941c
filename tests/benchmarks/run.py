#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs bench_quantize on four real networks and writes the table of RESULTS.md.

    ./bootstrap bench
    python tests/benchmarks/run.py --shared ../shared --output tests/benchmarks/RESULTS.md

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
    "yolox_nano": "yolox_nano/yolox_nano.onnx",
    "bert_mini_sst2": "bert_mini_sst2/bert_mini_sst2.onnx",
    "ppocr_v4_det": "ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx",
}
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
    subprocess.run([sys.executable, HERE / "make_data.py", "--shared", arguments.shared, "--count", str(max(SAMPLES)),
                    folder], check=True)
    for name, file in MODELS.items():
        for samples in SAMPLES:
            row = subprocess.run([arguments.bench, arguments.shared / "models" / file, Path(folder) / f"{name}.npz",
                                  str(samples), arguments.threads, arguments.rounds],
                                 check=True, capture_output=True, text=True).stdout.strip()
            print(row, flush=True)
            rows.append(row)
            memory[name, samples] = float(row.split("|")[9])

few, many = SAMPLES
slopes = ", ".join(f"{name} {1024 * (memory[name, many] - memory[name, few]) / (many - few):.1f}" for name in MODELS)
table = HEADER + "\n".join(rows) + f"\n\nGrowth of the peak from {few} to {many} samples, KiB per sample: {slopes}.\n"
if arguments.output:
    mark = "<!-- table -->"
    before, _, after = arguments.output.read_text().split(mark)
    arguments.output.write_text(f"{before}{mark}\n{table}{mark}{after}")
