#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""qscope beside AMD Quark and ONNX Runtime on the same samples, all in one run; writes the table of PEERS.md.

    python tests/benchmarks/peers.py --shared ../shared --output tests/benchmarks/PEERS.md

The Python that runs it needs numpy, Pillow, onnx, onnxruntime 1.31, amd-quark 0.13 and torch (a private venv); the machine
should have nothing else to do. "whole" is the whole process of qscope with all it does by default; "same job" is that
without its stages "verify" (ONNX Runtime loads the result) and "evaluate" (comparison with the float model on two
samples), which the others do not have. The others are timed without their imports, which take seconds; "processes"
compares whole processes, imports included, as a user or a CI job waits for them.
Every figure is the best of the rounds; runs of the tools alternate. Slopes are per sample, from the two largest counts.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import MODELS, ROOT, replace_table, write_samples

HERE = Path(__file__).resolve().parent
NAMES = ("squeezenet_fp32", "yolox_nano")
# what, options of qscope, (peer, its preset, its method)
CASES = (
    ("XINT8", ["--preset", "XINT8"], ("quark", "XINT8", "preset")),
    ("A8W8 Percentile", ["--preset", "A8W8", "--method", "Percentile"], ("quark", "A8W8", "Percentile")),
    ("A8W8 Entropy", ["--preset", "A8W8", "--method", "Entropy"], ("quark", "A8W8", "Entropy")),
    ("MinMax", ["--preset", "ORT_U8S8"], ("ort", "-", "MinMax")),
    ("Percentile", ["--preset", "ORT_U8S8", "--method", "Percentile"], ("ort", "-", "Percentile")),
    ("Entropy", ["--preset", "ORT_U8S8", "--method", "Entropy"], ("ort", "-", "Entropy")),
)
OWN_STAGES = ("verify", "evaluate")  # of qscope: nothing like them in the peers
HEADER = ("| model | samples | what | peer | whole s | same job s | peer's | ratio whole | ratio same job | ratio processes "
          "| x plain | peer's | peak MiB | peer's | ratio | peer's without imports |\n|" + "---|" * 16 + "\n")
SLOPES = ("\nPer sample, from {few} to {many} samples:\n\n| model | what | ms | peer's | peak KiB | peer's |\n"
          "|---|---|---|---|---|---|\n")


def run_peer(tool, model, data, count, preset, method):
    command = [sys.executable, str(HERE / "peer.py"), tool, str(model), str(data), str(count), preset, method]
    with tempfile.TemporaryDirectory() as folder:  # Quark leaves files in its working folder
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
        seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return {"process": seconds, **json.loads(done.stdout.strip().splitlines()[-1])}


def run_qscope(qscope, model, data, count, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [str(qscope), "quantize", str(model), "-o", f"{folder}/q.onnx", "-c", str(data), "--samples", str(count),
                   "-q", "--threads", "2", "--report", f"{folder}/report.json", *options]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, _ = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        if status:
            raise RuntimeError(process.stderr.read().decode())
        report = json.loads(Path(folder, "report.json").read_text())
        stages = report["stages"]
        own = sum(stage["seconds"] for stage in stages if stage["name"] in OWN_STAGES)
    # qscope resets what the system knows of its peak at each stage, and keeps the highest itself.
    return {"seconds": seconds, "same_job": seconds - own, "peak_mb": report["memory"]["peak"] / (1 << 20)}


def best(runs, key):
    return min(r[key] for r in runs)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--qscope", type=Path, default=ROOT / "build/release/bin/qscope")
parser.add_argument("--samples", type=int, nargs="*", default=[8, 32, 128])
parser.add_argument("--models", nargs="+", choices=NAMES, default=NAMES)
parser.add_argument("--rounds", type=int, default=2)
parser.add_argument("--output", type=Path, help="file whose table, between the <!-- table --> marks, is replaced")
arguments = parser.parse_args()
lines = []
ours_at, theirs_at = {}, {}  # (model, what, samples): (seconds, MiB)
with tempfile.TemporaryDirectory() as folder:
    for name in arguments.models:
        model = (arguments.shared / "models" / MODELS[name]).resolve()
        data = write_samples(arguments.shared, name, max(arguments.samples), folder)
        for count in arguments.samples:
            plain = min(run_peer("plain", model, data, count, "-", "-")["seconds"] for _ in range(arguments.rounds))
            for what, options, peer in CASES:
                ours, theirs = [], []
                for _ in range(arguments.rounds):
                    ours.append(run_qscope(arguments.qscope.resolve(), model, data, count, options))
                    theirs.append(run_peer(peer[0], model, data, count, peer[1], peer[2]))
                a, same, b = best(ours, "seconds"), best(ours, "same_job"), best(theirs, "seconds")
                peak, other = best(ours, "peak_mb"), best(theirs, "peak_mb")
                grown = best([{"mb": r["peak_mb"] - r["before_mb"]} for r in theirs], "mb")
                ours_at[name, what, count] = a, peak
                theirs_at[name, what, count] = b, other
                lines.append(f"| {name} | {count} | {what} | {peer[0]} | {a:.2f} | {same:.2f} | {b:.2f} | {b / a:.1f} | "
                             f"{b / same:.1f} | {best(theirs, 'process') / a:.1f} | {a / plain:.1f} | {b / plain:.1f} | {peak:.0f} | {other:.0f} | {other / peak:.1f} | {grown:.0f} |")
                print(lines[-1], flush=True)
table = HEADER + "\n".join(lines) + "\n"
if len(arguments.samples) > 1:
    few, many = sorted(arguments.samples)[-2:]
    table += SLOPES.format(few=few, many=many)
    for name in arguments.models:
        for what, _, _ in CASES:
            cells = []
            for unit, part in ((1000, 0), (1024, 1)):
                for at in (ours_at, theirs_at):
                    cells.append(f"{unit * (at[name, what, many][part] - at[name, what, few][part]) / (many - few):.1f}")
            table += f"| {name} | {what} | {' | '.join(cells)} |\n"
print(table)
if arguments.output:
    replace_table(arguments.output, table)
