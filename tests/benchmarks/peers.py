#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""qscope beside AMD Quark and ONNX Runtime on the same samples, all in one run; writes the table of PEERS.md.

    python tests/benchmarks/peers.py --shared ../shared --output tests/benchmarks/PEERS.md

The Python that runs it needs numpy, Pillow, onnx, onnxruntime 1.31, amd-quark 0.13 and torch (a private venv); the machine
should have nothing else to do. qscope is timed as a whole process, the others without their imports (which take seconds).
Every figure is the best of the rounds; runs of the tools alternate.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODELS = {"squeezenet_fp32": "squeezenet_fp32/SqueezeNet_fp32.onnx", "yolox_nano": "yolox_nano/yolox_nano.onnx"}
# what, options of qscope, (peer, its preset, its method)
CASES = (
    ("XINT8", ["--preset", "XINT8"], ("quark", "XINT8", "preset")),
    ("A8W8 Percentile", ["--preset", "A8W8", "--method", "Percentile"], ("quark", "A8W8", "Percentile")),
    ("A8W8 Entropy", ["--preset", "A8W8", "--method", "Entropy"], ("quark", "A8W8", "Entropy")),
    ("MinMax", ["--preset", "ORT_U8S8"], ("ort", "-", "MinMax")),
    ("Percentile", ["--preset", "ORT_U8S8", "--method", "Percentile"], ("ort", "-", "Percentile")),
    ("Entropy", ["--preset", "ORT_U8S8", "--method", "Entropy"], ("ort", "-", "Entropy")),
)
HEADER = ("| model | samples | what | peer | wall s | peer's | ratio | x plain | peer's | peak MiB | peer's | ratio | peer's without imports |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n")


def run_peer(tool, model, data, count, preset, method):
    command = [sys.executable, str(HERE / "peer.py"), tool, str(model), str(data), str(count), preset, method]
    with tempfile.TemporaryDirectory() as folder:  # Quark leaves files in its working folder
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout.strip().splitlines()[-1])


def run_qscope(qscope, model, data, count, options):
    with tempfile.TemporaryDirectory() as folder:
        command = [str(qscope), "quantize", str(model), "-o", f"{folder}/q.onnx", "-c", str(data), "--samples", str(count),
                   "-q", "--threads", "2", *options]
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        if status:
            raise RuntimeError(process.stderr.read().decode())
    return {"seconds": seconds, "peak_mb": usage.ru_maxrss / 1024}


def best(runs, key):
    return min(r[key] for r in runs)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--qscope", type=Path, default=ROOT / "build/release/bin/qscope")
parser.add_argument("--samples", type=int, nargs="*", default=[8, 32, 128])
parser.add_argument("--rounds", type=int, default=2)
parser.add_argument("--output", type=Path, help="file whose table, between the <!-- table --> marks, is replaced")
arguments = parser.parse_args()
lines = []
peaks = {}
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, HERE / "make_data.py", "--shared", arguments.shared, "--count",
                    str(max(arguments.samples)), folder], check=True)
    for name, file in MODELS.items():
        model = (arguments.shared / "models" / file).resolve()
        data = Path(folder) / f"{name}.npz"
        for count in arguments.samples:
            plain = min(run_peer("plain", model, data, count, "-", "-")["seconds"] for _ in range(arguments.rounds))
            for what, options, peer in CASES:
                ours, theirs = [], []
                for _ in range(arguments.rounds):
                    ours.append(run_qscope(arguments.qscope.resolve(), model, data, count, options))
                    theirs.append(run_peer(peer[0], model, data, count, peer[1], peer[2]))
                a, b = best(ours, "seconds"), best(theirs, "seconds")
                peak, other = best(ours, "peak_mb"), best(theirs, "peak_mb")
                grown = best([{"mb": r["peak_mb"] - r["before_mb"]} for r in theirs], "mb")
                peaks[name, what, count] = peak
                lines.append(f"| {name} | {count} | {what} | {peer[0]} | {a:.2f} | {b:.2f} | {b / a:.1f} | {a / plain:.1f} | "
                             f"{b / plain:.1f} | {peak:.0f} | {other:.0f} | {other / peak:.1f} | {grown:.0f} |")
                print(lines[-1], flush=True)
few, many = min(arguments.samples), max(arguments.samples)
slopes = ", ".join(f"{name} {what} {1024 * (peaks[name, what, many] - peaks[name, what, few]) / max(1, many - few):.0f}"
                   for name in MODELS for what, _, _ in CASES)
table = HEADER + "\n".join(lines) + f"\n\nGrowth of qscope's peak from {few} to {many} samples, KiB per sample: {slopes}.\n"
if arguments.output:
    mark = "<!-- table -->"
    before, _, after = arguments.output.read_text().split(mark)
    arguments.output.write_text(f"{before}{mark}\n{table}{mark}{after}")
