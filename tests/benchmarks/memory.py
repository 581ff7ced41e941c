#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the memory forecast of `qscope quantize` with what was measured, and writes the table of MEMORY.md.

    python tests/benchmarks/memory.py --shared ../shared --output tests/benchmarks/MEMORY.md

Needs numpy, onnx and onnxruntime (as make_data.py does); what else runs on the machine does not matter.
"""
import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from common import MODELS, ROOT, replace_table, write_samples

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
        data = write_samples(arguments.shared, name, SAMPLES, folder)
        for threads in arguments.threads:
            for kind, options in {"check": [], "evaluate": ["--evaluate", str(data)]}.items():
                rows.append(row(name, threads, kind, run(folder, name, ["--threads", str(threads), *options])))
                print(rows[-1], flush=True)

if arguments.output:
    table = "| model | at the end | threads | forecast | measured | off | prepare | calibrate | verify | evaluate |\n"
    table += "|---|---|---|---|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    replace_table(arguments.output, table)
