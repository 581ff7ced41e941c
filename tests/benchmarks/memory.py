#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the memory forecast of `qscope quantize` with what was measured, and writes the table of MEMORY.md.

    python tests/benchmarks/memory.py --shared ../shared --output tests/benchmarks/MEMORY.md

Needs numpy, onnx and onnxruntime (as make_data.py does); what else runs on the machine does not matter.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "parity"))
from goldens import Golden  # noqa: E402

MODELS = {
    "squeezenet_fp32": "squeezenet_fp32/SqueezeNet_fp32.onnx",
    "yolox_nano": "yolox_nano/yolox_nano.onnx",
    "ppocr_v4_det": "ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx",
    "bert_mini_sst2": "bert_mini_sst2/bert_mini_sst2.onnx",
    "mobilenetv2_cifar10": "mobilenetv2_cifar10/mobilenetv2_cifar10.onnx",
    "vit_cifar10": "vit_cifar10/pgd_2_3_16.onnx",
}
SAMPLES = 16
MIB = 1 << 20

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--qscope", type=Path, default=ROOT / "build/release/bin/qscope")
parser.add_argument("--threads", type=int, nargs="+", default=[1, 2, 4])
parser.add_argument("--models", nargs="+", default=list(MODELS))
parser.add_argument("--output", type=Path, help="file whose table, between the <!-- table --> marks, is replaced")
arguments = parser.parse_args()


def run(folder: Path, name: str, options: list[str]) -> dict:
    report = folder / "report.json"
    subprocess.run([arguments.qscope, "quantize", arguments.shared / "models" / MODELS[name], "-o", folder / "q.onnx",
                    "-c", folder / f"{name}.npz", "--preset", "A8W8", "--method", "Percentile", "--report", report,
                    "-q", *options], check=True, stdout=subprocess.DEVNULL)
    return json.loads(report.read_text())


def row(name: str, threads: int, kind: str, report: dict) -> str:
    memory = report["memory"]
    stages = {stage["name"]: stage["peakMemory"] / MIB for stage in report["stages"]}
    off = 100 * (memory["forecast"] / memory["peak"] - 1)
    return (f"| {name} | {kind} | {threads} | {memory['forecast'] / MIB:.0f} | {memory['peak'] / MIB:.0f} | {off:+.0f} % "
            f"| {stages['prepare']:.0f} | {stages['calibrate']:.0f} | {stages['verify']:.0f} | {stages['evaluate']:.0f} |")


rows = []
with tempfile.TemporaryDirectory() as text:
    folder = Path(text)
    for name in arguments.models:
        golden = Golden(arguments.shared / "goldens" / name, arguments.shared)
        repeats = -(-SAMPLES // len(next(iter(golden.calibration.values()))))
        np.savez(folder / f"{name}.npz",
                 **{k: np.concatenate([v] * repeats)[:SAMPLES] for k, v in golden.calibration.items()})
        for threads in arguments.threads:
            for kind, options in {"check": [], "evaluate": ["--evaluate", str(folder / f"{name}.npz")]}.items():
                rows.append(row(name, threads, kind, run(folder, name, ["--threads", str(threads), *options])))
                print(rows[-1], flush=True)

if arguments.output:
    mark = "<!-- table -->"
    before, _, after = arguments.output.read_text().split(mark)
    table = "| model | at the end | threads | forecast | measured | off | prepare | calibrate | verify | evaluate |\n"
    table += "|---|---|---|---|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    arguments.output.write_text(f"{before}{mark}\n{table}{mark}{after}")
