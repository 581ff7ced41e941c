#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs bench_analysis on four real networks, measures whole commands, and writes the tables of ANALYSIS.md.

    ./bootstrap bench
    python tests/benchmarks/run_analysis.py --shared ../shared --output tests/benchmarks/ANALYSIS.md

Needs numpy, onnx and onnxruntime; the machine should have nothing else to do.
"""
import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from common import MODELS, ROOT, replace_table, row_of, write_samples

RUNS = [(name, "A8W8") for name in ("squeezenet_fp32", "mobilenetv2_cifar10", "yolox_nano", "bert_mini_sst2")]
RUNS.append(("mobilenetv2_cifar10", "XINT8"))
HEADER = """| model | preset | samples | plain s | unfused | analyse | units | sensitivity a unit | / brute force | what-if | MiB plain | analyse | sensitivity | what-if |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""

COMMANDS_HEADER = """| model | preset | samples | units | sensitivity s | quantize + evaluate s a unit | sensitivity / all units | processor time | largest difference |
|---|---|---:|---:|---:|---:|---:|---:|---:|
"""
BRUTE_UNITS = 3


def timed(command, folder):
    """What a command prints, its wall clock and its processor time in seconds, with a home of its own: nothing is cached."""
    home = {name: str(folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    start = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, env=os.environ | home, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{command[1]} failed: status {status}")
    return text, time.monotonic() - start, usage.ru_utime + usage.ru_stime


def commands(arguments, folder, name, preset, samples):
    """One line: `qscope sensitivity` against `qscope quantize` and `qscope evaluate` with all other units excluded."""
    model, quantized = arguments.shared / "models" / MODELS[name], folder / "unit.onnx"
    common = ["-c", folder / f"{name}.npz", "--samples", samples, "-q", "--threads", arguments.threads]
    walls, cpus = [], []
    for _ in range(int(arguments.rounds)):
        text, wall, cpu = timed([arguments.qscope, "sensitivity", model, "--preset", preset, "--most-samples", "0", "--json", *common], folder)
        walls.append(wall)
        cpus.append(cpu)
    found = json.loads(text)
    units = found["units"]
    brute_wall = brute_cpu = difference = 0.0
    for i in range(BRUTE_UNITS):
        unit = units[(2 * i + 1) * len(units) // (2 * BRUTE_UNITS)]
        others = [node for other in units for node in other["nodes"] if node not in unit["nodes"]]
        excluded = [part for node in others for part in ("--exclude", node)]
        _, wall, cpu = timed([arguments.qscope, "quantize", model, "-o", quantized, "--preset", preset, *excluded, *common], folder)
        text, wall2, cpu2 = timed([arguments.qscope, "evaluate", "--float", model, "--quantized", quantized, "--json", *common], folder)
        brute_wall += (wall + wall2) / BRUTE_UNITS
        brute_cpu += (cpu + cpu2) / BRUTE_UNITS
        quantized.unlink()
        worst = min(output["cosine"]["mean"] for output in json.loads(text)["outputs"])
        difference = max(difference, abs(worst - unit["only"]["value"]))
    wall, cpu, count = statistics.median(walls), statistics.median(cpus), len(units)
    return (f"| {Path(model).stem} | {preset} | {found['samples']} | {count} | {wall:.2f} | {brute_wall:.2f} | "
            f"{wall / count / brute_wall:.3f} | {cpu / count / brute_cpu:.3f} | {difference:.1e} |")


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--bench", type=Path, default=ROOT / "build/bench/bin/bench_analysis")
parser.add_argument("--qscope", type=Path, default=ROOT / "build/bench/bin/qscope")
parser.add_argument("--samples", default="16")
parser.add_argument("--commands-samples", nargs="*", default=["4", "8", "16"], help="of squeezenet_fp32 and mobilenetv2_cifar10")
parser.add_argument("--threads", default="2")
parser.add_argument("--rounds", default="3")
parser.add_argument("--output", type=Path, help="file whose tables, between the <!-- table --> and <!-- commands --> marks, are replaced")
arguments = parser.parse_args()

rows, command_rows = [], []
with tempfile.TemporaryDirectory() as folder:
    for name, preset in RUNS:
        data = write_samples(arguments.shared, name, int(arguments.samples), folder)
        rows.append(row_of(arguments.bench, arguments.shared, name, data, arguments.samples, arguments.threads,
                           arguments.rounds, preset))
    for name in ("squeezenet_fp32", "mobilenetv2_cifar10"):
        for samples in arguments.commands_samples:
            command_rows.append(commands(arguments, Path(folder), name, "A8W8", samples))
            print(command_rows[-1], flush=True)
if arguments.output:
    replace_table(arguments.output, HEADER + "\n".join(rows) + "\n")
    replace_table(arguments.output, COMMANDS_HEADER + "\n".join(command_rows) + "\n", "commands")
