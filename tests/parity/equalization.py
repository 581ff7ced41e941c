#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what cross-layer equalization does: without, by the reference's rule, and only where it is measured to help.

Needs what parity.py needs (numpy, onnx, onnxruntime, a built qscope, the shared goldens):

    python tests/parity/equalization.py --qscope build/release/bin/qscope --shared ../shared \
        --output tests/parity/EQUALIZATION.md

For every model of the goldens in which layers can be equalized, and for those where more can once every Clip(0, 6) is
a Relu (marked "+ Relu"; compared with the model as it was, so that what the replacement costs is part of all columns):
chains that were scaled of those there are, worst output cosine against the float model, graph optimization off, over the labelled samples (the 4 evaluation samples
of the goldens where there are none), and top-1 on the labelled samples, graph optimization on.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx

import parity
from goldens import Golden

PRESETS = ["XINT8", "A8W8", "S8S8_AAWS", "U8S8_AAWS", "A8W8_PC"]
WAYS = {"without": ["--set", "IncludeCLE=false"],
        "Always": ["--set", "IncludeCLE=true", "--set", "CLEAcceptance=Always"],
        "Improvement": ["--set", "IncludeCLE=true", "--set", "CLEAcceptance=Improvement"],
        "Prediction": ["--set", "IncludeCLE=true", "--set", "CLEAcceptance=Prediction"]}
COLUMNS = ["without", "Always", "Improvement"]


class MadeUp:
    """A model that the goldens lack, with normal numbers as samples: 8 to calibrate with, 4 others to compare on."""

    def __init__(self, path):
        self.model = path
        self.facts = {"id": path.stem}
        shapes = {i.name: [d.dim_value or 1 for d in i.type.tensor_type.shape.dim]
                  for i in onnx.load(path, load_external_data=False).graph.input}
        chosen = np.random.default_rng(0)
        self.calibration, self.evaluation = (
            {name: chosen.standard_normal((n, *shape)).astype(np.float32) for name, shape in shapes.items()}
            for n in (8, 4))

    feeds = Golden.feeds

    def labelled(self):
        return None


# Of the models without goldens, those in which layers follow one another.
OTHERS = ["openwakeword/alexa_v0.1.onnx"]


def cases(shared, wanted):
    for folder in sorted((shared / "goldens").iterdir()):
        if (folder / "golden.json").exists() and (not wanted or folder.name in wanted):
            yield Golden(folder, shared)
    for name in OTHERS:
        if not wanted or Path(name).stem in wanted:
            yield MadeUp(shared / "models" / name)


def without_clip6(path, folder):
    """The model with Relu in the place of Clip(0, 6), or None when there is none."""
    model = onnx.load(path)
    constants = {i.name: onnx.numpy_helper.to_array(i) for i in model.graph.initializer}
    constants.update({n.output[0]: onnx.numpy_helper.to_array(n.attribute[0].t) for n in model.graph.node
                      if n.op_type == "Constant" and n.attribute[0].name == "value"})
    found = False
    for node in model.graph.node:
        bounds = {a.name: a.f for a in node.attribute}
        bounds.update({key: float(constants[name].reshape(())) for key, name in zip(("min", "max"), node.input[1:])
                       if name in constants and constants[name].size == 1})
        if node.op_type == "Clip" and bounds == {"min": 0.0, "max": 6.0}:
            node.op_type = "Relu"
            del node.input[1:]
            del node.attribute[:]
            found = True
    if not found:
        return None
    onnx.save(model, folder / "relu.onnx")
    return folder / "relu.onnx"


def quantize(qscope, source, golden, preset, options, folder):
    """(model, what its report says about equalization, None), or (None, None, what went wrong)."""
    data, result, report = folder / "calibration.npz", folder / "out.onnx", folder / "report.json"
    np.savez(data, **golden.calibration)
    command = [str(qscope), "quantize", str(source), "-o", str(result), "-c", str(data), "-q", "--report",
               str(report), "--preset", preset, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return None, None, done.stderr.strip()
    return result, json.loads(report.read_text())["equalization"], None


def measure(qscope, source, golden, preset, ways, feeds, real, labelled, folder):
    row = {}
    for way in ways:
        model, done, error = quantize(qscope, source, golden, preset, WAYS[way], folder)
        if error:
            row[way] = error
            continue
        cosine = parity.worst_cosine(real, parity.outputs(parity.session(model, False), feeds))
        top1 = parity.top1(parity.session(model, True), labelled) if labelled else None
        chains = done["chains"]
        row[way] = (cosine, top1, sum(chain["accepted"] for chain in chains), len(chains), done)
    return row


def cell(value):
    if isinstance(value, str):
        return value
    cosine, top1, accepted, chains, done = value
    text = f"{cosine:.5f}" + (f", {top1:.1f} %" if top1 is not None else "")
    if "measuredError" not in done:
        return text + (f" ({accepted} of {chains})" if chains else "")
    errors = done["measuredError"]
    gains = ", ".join(f"{way} {100 * (errors[way] / errors['None'] - 1):+.0f} %" for way in sorted(errors)
                      if way != "None")
    return f"{text} ({done['taken'].split(',')[0]}; {gains})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--models", nargs="*", help="only these")
    parser.add_argument("--presets", nargs="*", default=PRESETS)
    parser.add_argument("--ways", nargs="*", default=COLUMNS, choices=WAYS, help="the columns")
    parser.add_argument("--pictures", help="evaluate on this folder's pictures of the shared data that do not calibrate")
    parser.add_argument("--output", type=Path, help="write the table into this Markdown file, between its markers")
    arguments = parser.parse_args()
    lines = ["| model | preset | " + " | ".join(arguments.ways) + " |", "|---" * (2 + len(arguments.ways)) + "|"]
    with tempfile.TemporaryDirectory() as temporary:
        for golden in cases(arguments.shared, arguments.models):
            labelled = golden.labelled()
            feeds = labelled[0] if labelled else golden.feeds(golden.evaluation)
            if arguments.pictures:
                feeds, labelled = golden.others(arguments.pictures), None
            real = parity.outputs(parity.session(golden.model, False), feeds)
            most = 0  # chains
            for source in (golden.model, without_clip6(golden.model, Path(temporary))):
                for preset in arguments.presets if source else []:
                    row = measure(arguments.qscope, source, golden, preset, arguments.ways, feeds, real, labelled,
                                  Path(temporary))
                    chains = max((value[3] for value in row.values() if not isinstance(value, str)), default=0)
                    replaced = source != golden.model
                    if chains == 0 or (replaced and chains <= most):
                        break  # nothing to see
                    most = most if replaced else chains
                    name = golden.facts["id"] + (" + Relu" if replaced else "")
                    lines.append(f"| {name} | {preset} | " + " | ".join(cell(row[way]) for way in arguments.ways) + " |")
                    print(lines[-1], file=sys.stderr, flush=True)
    table = "\n".join(lines)
    print(table)
    if arguments.output:
        before, rest = arguments.output.read_text().split("<!-- table -->", 1)
        after = rest.split("<!-- end -->", 1)[1]
        arguments.output.write_text(f"{before}<!-- table -->\n{table}\n<!-- end -->{after}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
