#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of a difference from a golden's cosine or accuracy is chance.

    python tests/parity/spread.py --qscope build/release/bin/qscope --shared ../shared --output tests/parity/SPREAD.md

For each run: the model that this program writes, and the same model with the golden's scales and zero points of activations (and with the
constants rounded that the golden rounds and this program leaves float). Both as they are, and with every scale multiplied by a
random factor within half a percent, half of what scales of histogram methods may differ by; values that share a scale share the factor. Scales
that are powers of two are left as they are. Told are mean and standard deviation of
  cosine        over the golden's evaluation samples, graph optimization off
  more samples  the cosine over labelled samples, or over evaluation and calibration samples where there are no labels
  top-1 lost    points against FP32 on the labelled samples, graph optimization on
A difference that such a factor makes, or that more samples take away, is chance.
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

import parity
from goldens import Golden

RUNS = (("squeezenet_fp32", "ort_QDQ_PERCENTILE"), ("squeezenet_fp32", "quark_U8S8_AAWS_OP13"),
        ("squeezenet_fp32", "quark_S8S8_AAWS_OP13"), ("squeezenet_fp32", "quark_A8W8_LWP"),
        ("squeezenet_fp32", "quark_A8W8_PERCENTILE"), ("vit_cifar10", "quark_A8W8"), ("vit_cifar10", "quark_XINT8_OP13"),
        ("vit_cifar10", "quark_U8S8_AAWS_OP13"), ("ppocr_v4_det", "ort_QDQ_PERCENTILE"),
        ("yolox_nano", "quark_U8S8_PERCHANNEL_OP13"), ("yolox_nano", "quark_A8W8_PERCENTILE"))
FACTOR = 0.005
MARKS = ("<!-- table -->", "<!-- end -->")


class Rescaled:
    """A quantized model whose activations' scales can be replaced."""

    def __init__(self, model, names):
        self.model = model
        constants = {i.name for i in model.graph.initializer}
        producer = {output: node for node in model.graph.node for output in node.output}
        self._pairs = []
        for node in model.graph.node:
            quantize = producer.get(node.input[0]) if node.op_type == "DequantizeLinear" else node
            if quantize is not None and quantize.op_type == "QuantizeLinear" and quantize.input[0] not in constants:
                self._pairs.append((node, names.of(quantize.input[0].removesuffix("_QuantizeLinear_Input"))))
        self._values = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
        self.own = {name: (self._values[node.input[1]], self._values[node.input[2]]) for node, name in self._pairs}

    def with_scales(self, scales, rng=None):
        factors = {}
        for node, name in self._pairs:
            scale, zero = scales.get(name, self.own[name])
            factor = 1.0
            if rng is not None and np.frexp(float(scale))[0] != 0.5:
                factor = factors.setdefault(float(scale), 1.0 + FACTOR * rng.uniform(-1.0, 1.0))
            form = self._values[node.input[2]]
            self._put(node, 1, np.reshape(np.float32(scale * factor), form.shape), f"{name}__scale")
            self._put(node, 2, np.reshape(zero, form.shape).astype(form.dtype), f"{name}__zero")
        return self.model

    def _put(self, node, position, value, key):
        node.input[position] = key
        self._values[key] = value
        for initializer in self.model.graph.initializer:
            if initializer.name == key:
                initializer.CopyFrom(numpy_helper.from_array(value, key))
                return
        self.model.graph.initializer.append(numpy_helper.from_array(value, key))


def with_rounded_constants(model, run):
    """A copy in which those float initializers are rounded that the golden quantizes."""
    copy = onnx.ModelProto.FromString(model.SerializeToString())
    theirs = {t["name"]: t for t in run["tensors"] if t["role"] == "const" and isinstance(t["scale"], float)}
    for initializer in copy.graph.initializer:
        if initializer.name in theirs and initializer.data_type == onnx.TensorProto.FLOAT:
            scale = np.float32(theirs[initializer.name]["scale"])
            codes = np.clip(np.rint(numpy_helper.to_array(initializer) / scale), -127, 127)
            initializer.CopyFrom(numpy_helper.from_array((codes * scale).astype(np.float32), initializer.name))
    return copy


def text(values, form):
    return form.format(values[0]) + " | " + form.format(np.mean(values[1:])) + " ± " + form.replace("+", "").format(np.std(values[1:]))


def measure(model, run_name, arguments, folder):
    golden = Golden(arguments.shared / "goldens" / model, arguments.shared)
    run = json.loads((golden.folder / run_name / "golden.json").read_text())
    result, error = parity.quantize(golden, run_name, parity.recipe_of(run_name, run), arguments.qscope, folder)
    if error:
        raise SystemExit(error)
    labelled = golden.labelled()
    feeds = golden.feeds(golden.evaluation)
    more = feeds + golden.feeds(golden.calibration)
    if labelled:
        labelled = tuple(part[::arguments.every] for part in labelled)
        more = labelled[0]
    plain = parity.session(golden.model, False)
    real, real_more = parity.outputs(plain, feeds), parity.outputs(plain, more)
    fp32 = parity.top1(parity.session(golden.model, True), labelled)
    names = parity.ValueNames(onnx.load(golden.model))
    theirs = {names.of(t["name"]): (np.float32(t["scale"]), np.int64(t["zp"])) for t in run["tensors"]
              if t["role"] == "activation" and isinstance(t["scale"], float)}
    ours = onnx.load(result)
    rows = []
    for whose, quantized, scales in (("ours", ours, {}), ("golden's", with_rounded_constants(ours, run), theirs)):
        rescaled = Rescaled(quantized, names)
        measured = []
        for seed in [None, *range(arguments.times)]:
            changed = rescaled.with_scales(scales, None if seed is None else np.random.default_rng(seed))
            onnx.save(changed, result)
            unoptimized = parity.session(result, False)
            measured.append((parity.worst_cosine(real, parity.outputs(unoptimized, feeds)),
                             parity.worst_cosine(real_more, parity.outputs(unoptimized, more)),
                             None if labelled is None else fp32 - parity.top1(parity.session(result, True), labelled)))
        cosines, more_cosines, lost = zip(*measured)
        rows.append(f"| {model} | {run_name} | {whose} | {text(cosines, '{:.4f}')} | {len(more)} | {text(more_cosines, '{:.4f}')} | "
                    + ("– | –" if labelled is None else text(lost, "{:+.1f}")) + " |")
        print(rows[-1], flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--runs", nargs="*", help="model/run instead of those that differ")
    parser.add_argument("--times", type=int, default=5, help="how many random sets of factors")
    parser.add_argument("--every", type=int, default=4, help="of the labelled samples only every so many-th")
    parser.add_argument("--output", type=Path, help="write the table into this Markdown file, between its markers")
    arguments = parser.parse_args()
    rows = ["| model | run | scales | cosine | mean ± deviation | samples | cosine | mean ± deviation | top-1 lost | mean ± deviation |",
            "|---|---|---|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        for model, run in [r.split("/") for r in arguments.runs] if arguments.runs else RUNS:
            rows += measure(model, run, arguments, Path(folder))
    if arguments.output:
        before, rest = arguments.output.read_text().split(MARKS[0], 1)
        arguments.output.write_text(before + MARKS[0] + "\n" + "\n".join(rows) + "\n" + MARKS[1] + rest.split(MARKS[1], 1)[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
