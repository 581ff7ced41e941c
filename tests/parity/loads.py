#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Quantizes every model under every preset and proves that each result passes onnx's full checker and loads in ONNX Runtime.

    python tests/parity/loads.py --qscope build/release/bin/qscope --shared ../shared --output tests/parity/LOADS.md

Needs numpy, Pillow, onnx and onnxruntime. The goldens' samples are used where there are any, otherwise random ones. A cell is the worst
output's cosine on the evaluation samples (or "ok" without any), or the exit status and sentence of a refusal below the table.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx

from goldens import Golden
from parity import outputs, session, worst_cosine

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
parser.add_argument("--shared", type=Path, default=Path("../shared"))
parser.add_argument("--models", nargs="*", help="only files whose name holds one of these")
parser.add_argument("--presets", nargs="*", help="only these")
parser.add_argument("--output", type=Path, help="write the table into this Markdown file, between its markers")
arguments = parser.parse_args()

listed = json.loads(subprocess.run([arguments.qscope, "presets", "--json"], capture_output=True, check=True).stdout)
presets = [p["name"] for p in listed if not p.get("needs")]
presets = arguments.presets or presets
goldens = {}
for folder in sorted((arguments.shared / "goldens").iterdir()):
    if (folder / "golden.json").exists():
        golden = Golden(folder, arguments.shared)
        goldens[golden.model.resolve()] = golden
rows, refusals = [], {}
with tempfile.TemporaryDirectory() as temporary:
    for model in sorted((arguments.shared / "models").glob("*/*.onnx")):
        if arguments.models and not any(part in model.name for part in arguments.models):
            continue
        golden = goldens.get(model.resolve())
        data, real = "random:1", None
        if golden:
            data = str(Path(temporary) / "calibration.npz")
            np.savez(data, **golden.calibration)
            real = outputs(session(model, False), golden.feeds(golden.evaluation))
        cells = []
        for preset in presets:
            result = Path(temporary) / "quantized.onnx"
            result.unlink(missing_ok=True)
            done = subprocess.run([arguments.qscope, "quantize", model, "-o", result, "-c", data, "--preset", preset, "-q"],
                                  capture_output=True, text=True)
            if done.returncode:
                cells.append(str(done.returncode))
                refusals.setdefault((model.name, done.stderr.strip().splitlines()[-1]), []).append(preset)
                if result.exists():
                    cells[-1] += " and a file is left"
                continue
            try:
                onnx.checker.check_model(str(result), full_check=True)
                session(result, True)
                cosine = worst_cosine(real, outputs(session(result, False), golden.feeds(golden.evaluation))) if golden else None
                cells.append("ok" if cosine is None else f"{cosine:.4f}")
            except Exception as error:  # noqa: BLE001
                cells.append("**" + str(error).splitlines()[0][:60] + "**")
        rows.append(f"| {model.stem} | " + " | ".join(cells) + " |")
        print(rows[-1], file=sys.stderr, flush=True)
text = "| model | " + " | ".join(presets) + " |\n|---" * 1 + "|---" * len(presets) + "|\n" + "\n".join(rows) + "\n"
for (model, sentence), which in refusals.items():
    text += f"\n- {model} ({', '.join(which) if len(which) < len(presets) else 'all presets'}): {sentence.removeprefix('qscope: error: ')}"
print(text)
if arguments.output:
    old = arguments.output.read_text() if arguments.output.exists() else "<!-- table -->\n<!-- end -->\n"
    before, rest = old.split("<!-- table -->", 1)
    arguments.output.write_text(f"{before}<!-- table -->\n{text}\n<!-- end -->{rest.split('<!-- end -->', 1)[1]}")
