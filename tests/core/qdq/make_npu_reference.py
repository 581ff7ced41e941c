# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes npu_reference.txt: where AMD Quark's NPU refinement moves the positions of random graphs.

    python make_npu_reference.py SEED... > npu_reference.txt        (needs amd-quark, onnx, onnxruntime, numpy)

Each graph is quantized twice with the preset XINT8, without and with NPULimitationCheck, and the powers of two of both
models are set side by side. What is written: `graph` starts a graph, `constant name extents`, `integers name values`,
`node operator inputs > output attributes`, `tensor name owner before after`, tensors with the same owner sharing their
scale, and tensors that are not listed having no Q/DQ pair.
"""
import contextlib
import io
import logging
import os
import sys
import tempfile

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnxruntime.quantization.calibrate import CalibrationDataReader
from quark.onnx import ModelQuantizer
from quark.onnx.quantization.config import Config, get_default_config


class OneSample(CalibrationDataReader):
    def __init__(self, x):
        self.samples = iter([{"x": x}])
        self.x = x

    def get_next(self):
        return next(self.samples, None)

    def rewind(self):
        self.samples = iter([{"x": self.x}])


class RandomGraph:
    """Operators that the limits are about, with weights and biases of very different size."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.constants, self.nodes, self.values, self.count = [], [], ["x"], 0
        self.conv("x")
        for _ in range(int(self.random.integers(6, 16))):
            self.grow(int(self.random.integers(0, 12)))
        self.x = (self.random.standard_normal((1, 4, 6, 6)) * self.size(-3, 3)).astype(np.float32)

    def size(self, low, high):
        return np.float32(2.0 ** self.random.integers(low, high))

    def constant(self, values):
        self.count += 1
        self.constants.append(numpy_helper.from_array(values, f"k{self.count}"))
        return f"k{self.count}"

    def floats(self, shape, low, high):
        return self.constant((self.random.standard_normal(shape) * self.size(low, high)).astype(np.float32))

    def op(self, kind, inputs, hide=False, **attributes):
        self.count += 1
        output = f"t{self.count}"
        self.nodes.append(helper.make_node(kind, inputs, [output], name=f"n{self.count}", **attributes))
        if not hide:
            self.values.append(output)
        return output

    def pick(self):
        return self.values[int(self.random.integers(max(0, len(self.values) - 5), len(self.values)))]

    def conv(self, x=None, channels=4):
        inputs = [x or self.pick(), self.floats((4, channels, 1, 1), -9, 9)]
        if self.random.random() < 0.8:
            inputs.append(self.floats(4, -14, 12))
        return self.op("Conv", inputs, group=1)

    def grow(self, kind):
        chance = self.random.random()
        if kind <= 2:
            c = self.conv()
            if chance < 0.25:
                self.op("Relu", [c])
            elif chance < 0.5:
                self.op("LeakyRelu", [c], alpha=0.1)
        elif kind <= 5:
            self.op(["Add", "Mul", "Sub"][kind - 3], [self.pick(), self.pick()])
        elif kind == 6:
            self.conv(self.op("Concat", [self.pick(), self.pick()], hide=True, axis=1), channels=8)
        elif kind == 7:
            self.op("MaxPool" if chance < 0.5 else "AveragePool", [self.pick()], kernel_shape=[3, 3], pads=[1] * 4)
        elif kind == 8:
            x = self.pick()
            gate = self.op("Sigmoid", [x])
            if chance < 0.6:
                self.op("Mul", [x, gate])
        elif kind == 9:
            pads = self.constant(np.array([0, 0, 1, 1, 0, 0, 1, 1], np.int64))
            padded = self.op("Pad", [self.pick(), pads], hide=True)
            self.op("AveragePool" if chance < 0.5 else "MaxPool", [padded], kernel_shape=[3, 3])
        elif kind == 10:
            ends = [self.constant(np.array([v], np.int64)) for v in (0, 2, 1)]
            half = self.op("Slice", [self.pick(), *ends], hide=True)
            self.op("Concat", [half, half], axis=1)
        else:
            self.op("Add", [self.op("Relu", [self.op("Add", [self.pick(), self.pick()])]), self.pick()])

    def model(self):
        used = {name for node in self.nodes for name in node.input}
        outputs = [name for node in self.nodes for name in node.output if name not in used]
        graph = helper.make_graph(
            self.nodes, "g", [helper.make_tensor_value_info("x", 1, [1, 4, 6, 6])],
            [helper.make_tensor_value_info(name, 1, None) for name in outputs], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        return onnx.shape_inference.infer_shapes(model)


def scales(path):
    """Name of the scale and position of every quantized tensor."""
    model = onnx.load(path)
    constants = {c.name: c for c in model.graph.initializer}
    found = {}
    for node in model.graph.node:
        if node.op_type in ("QuantizeLinear", "DequantizeLinear"):
            tensor = node.name.removesuffix("_QuantizeLinear").removesuffix("_DequantizeLinear")
            scale = numpy_helper.to_array(constants[node.input[1]]).item()
            found[tensor] = (node.input[1].removesuffix("_scale"), round(-np.log2(scale)))
    return found


def refined(graph, folder):
    float_path = os.path.join(folder, "float.onnx")
    onnx.save(graph.model(), float_path)
    results = []
    for check in (False, True):
        config = get_default_config("XINT8")
        config.include_cle = config.optimize_model = False
        config.extra_options.update(NPULimitationCheck=check, SimplifyModel=False, ConvertSplitToSlice=False,
                                    SplitLargeKernelPool=False)
        path = os.path.join(folder, f"{check}.onnx")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            ModelQuantizer(Config(global_quant_config=config)).quantize_model(float_path, path, OneSample(graph.x))
        results.append(scales(path))
    return results


def main():
    logging.disable(logging.CRITICAL)
    for seed in map(int, sys.argv[1:]):
        graph = RandomGraph(seed)
        with tempfile.TemporaryDirectory() as folder:
            before, after = refined(graph, folder)
        print("graph", seed)
        for c in graph.constants:
            values = numpy_helper.to_array(c)
            if values.dtype == np.int64:
                print("integers", c.name, ",".join(map(str, values)))
            else:
                print("constant", c.name, ",".join(map(str, values.shape)))
        for node in graph.nodes:
            attributes = [f"{a.name}={','.join(map(str, a.ints)) or (a.i if a.type == a.INT else round(a.f, 6))}"
                          for a in node.attribute]
            print("node", node.op_type, ",".join(node.input), ">", node.output[0], *attributes)
        for tensor, (owner, position) in before.items():
            print("tensor", tensor, owner, position, after[tensor][1])


if __name__ == "__main__":
    main()
