#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How well the fast modes of `qscope sensitivity` rank parts, and what they save, against measuring every part on all samples.

    python tests/parity/sensitivity.py --qscope build/release/bin/qscope --shared ../shared --output tests/parity/SENSITIVITY.md

Needs numpy. Each line is one model and preset, on the calibration samples of its golden. Told are
  parts        layers with what is fused to them
  tau          Kendall's tau-b between the SQNR estimated of "only this quantized" and the measured one, over all parts
  top 5        how many of the five worst parts are among the five that the estimate puts first
  time         processor time of the whole command (loading, and calibrating from a cache, included) over that of the mode full
"""
import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from goldens import Golden

MODELS = ("squeezenet_fp32", "mobilenetv2_cifar10")
PRESETS = ("A8W8", "XINT8")
MODES = ("local", "first-order")
MARKS = ("<!-- table -->", "<!-- end -->")


def tau_b(a, b):
    signs_a, signs_b = (np.sign(np.subtract.outer(x, x))[np.triu_indices(len(x), 1)] for x in (a, b))
    return float((signs_a * signs_b).sum() / np.sqrt((signs_a**2).sum() * (signs_b**2).sum()))


def number(value):
    return {"inf": np.inf, "-inf": -np.inf, None: np.nan}.get(value, value)


def measured(qscope, model, data, preset, mode, cache):
    """The document and the processor time of a run; what earlier runs measured is forgotten, the calibration is not."""
    for kept in cache.glob("*.sensitivity"):
        kept.unlink()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [qscope, "sensitivity", model, "-c", data, "--preset", preset, "--mode", mode, "--metric", "sqnr", "--most-samples", "0",
               "--cache", cache, "--json", "-q"]
    text = subprocess.run(command, capture_output=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(text), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lines(arguments, folder, name, preset):
    golden = Golden(arguments.shared / "goldens" / name, arguments.shared)
    data, cache = Path(folder) / f"{name}.npz", Path(folder) / "cache"
    np.savez(data, **{key: values[:arguments.samples] for key, values in golden.calibration.items()})
    measured(arguments.qscope, golden.model, data, preset, "local", cache)  # fills the cache with the statistics
    full, whole = measured(arguments.qscope, golden.model, data, preset, "full", cache)
    truth = [number(unit["only"].get("value")) for unit in full["units"]]
    for mode in MODES:
        found, time = measured(arguments.qscope, golden.model, data, preset, mode, cache)
        estimates = [number(unit.get("estimate")) for unit in found["units"]]
        both = np.array([pair for pair in zip(truth, estimates) if not np.isnan(pair).any()])
        top = len(set(full["ranking"][:5]) & set(found["ranking"][:5]))
        yield (f"| {name} | {preset} | {full['samples']} | {len(truth)} | {mode} | {tau_b(*both.T):.2f} | {top} | "
               f"{time / whole:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--models", nargs="*", default=MODELS)
    parser.add_argument("--presets", nargs="*", default=PRESETS)
    parser.add_argument("--samples", type=int, default=8, help="of the golden's calibration samples (default 8)")
    parser.add_argument("--output", type=Path, help="write the table into this Markdown file, between its markers")
    arguments = parser.parse_args()
    rows = ["| model | preset | samples | parts | mode | tau | top 5 | time |", "|---|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.models:
            for preset in arguments.presets:
                for row in lines(arguments, folder, name, preset):
                    print(row, file=sys.stderr, flush=True)
                    rows.append(row)
    text = "\n".join(rows) + "\n"
    print(text)
    if arguments.output:
        before, rest = arguments.output.read_text().split(MARKS[0], 1)
        arguments.output.write_text(f"{before}{MARKS[0]}\n{text}{MARKS[1]}{rest.split(MARKS[1], 1)[1]}")


main()
