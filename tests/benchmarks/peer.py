#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One quantization by AMD Quark or ONNX Runtime, or plain inference, in this process; prints what it took as JSON.

    python tests/benchmarks/peer.py quark|ort|plain MODEL SAMPLES.npz COUNT PRESET METHOD

seconds: the call alone, without imports. peak_mb, before_mb: resident memory of the process at its highest, and before the call.
Needs numpy, onnx, onnxruntime 1.31, for quark also amd-quark 0.13 and torch.
"""
import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime as ort
from onnxruntime.quantization import CalibrationDataReader

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("tool", choices=["quark", "ort", "plain"])
parser.add_argument("model")
parser.add_argument("samples", help=".npz file with one stacked array for each input")
parser.add_argument("count", type=int, help="how many samples")
parser.add_argument("preset", help="Quark's, or - for the other tools")
parser.add_argument("method", help="of calibration; 'preset': the preset's own; - for plain")
arguments = parser.parse_args()
model, preset, method = arguments.model, arguments.preset, arguments.method
stacked = np.load(arguments.samples)
COUNT = arguments.count


class Reader(CalibrationDataReader):
    """The samples one by one, as read from the mapped file."""

    def __init__(self):
        self.arrays = {name: stacked[name] for name in stacked.files}
        self.at = 0

    def get_next(self):
        if self.at == COUNT:
            return None
        self.at += 1
        return {name: array[self.at - 1] for name, array in self.arrays.items()}

    def rewind(self):
        self.at = 0

    def __len__(self):
        return COUNT


def resident():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run_quark(output):
    from onnxruntime.quantization.calibrate import CalibrationMethod
    from quark.onnx import ModelQuantizer
    from quark.onnx.quantization.config import Config, get_default_config
    config = get_default_config(preset)
    if method != "preset":
        config.calibrate_method = getattr(CalibrationMethod, method)
    config.print_summary = False
    reader = Reader()

    def call():
        ModelQuantizer(Config(global_quant_config=config)).quantize_model(model, output, reader)
    return call


def run_ort(output):
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process
    reader = Reader()

    def call():
        prepared = output + ".prepared.onnx"
        quant_pre_process(model, prepared)
        quantize_static(prepared, output, reader, quant_format=QuantFormat.QDQ, activation_type=QuantType.QUInt8,
                        weight_type=QuantType.QInt8, calibrate_method=getattr(CalibrationMethod, method))
    return call


def run_plain(_):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    reader = Reader()
    first = reader.get_next()
    session.run(None, first)
    reader.rewind()

    def call():
        while (feed := reader.get_next()) is not None:
            session.run(None, feed)
    return call


with tempfile.TemporaryDirectory() as folder:
    output = str(Path(folder) / "quantized.onnx")
    call = {"quark": run_quark, "ort": run_ort, "plain": run_plain}[arguments.tool](output)
    before = resident()
    start = time.perf_counter()
    call()
    seconds = time.perf_counter() - start
print("\n" + json.dumps({"seconds": seconds, "peak_mb": resident(), "before_mb": before}))
