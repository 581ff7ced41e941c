# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes scale_goldens.h: scales and zero points as onnxruntime.quantization computes them.

Needs onnxruntime and onnx. Usage: python3 make_goldens.py > scale_goldens.h
"""
import numpy
import onnxruntime
from onnx import TensorProto
from onnxruntime.quantization.quant_utils import compute_scale_zp, get_qmin_qmax_for_qType

TYPES = {"UInt8": TensorProto.UINT8, "Int8": TensorProto.INT8, "UInt16": TensorProto.UINT16, "Int16": TensorProto.INT16}

# The range's name, its bounds.
RANGES = [
    ("balanced", -1.0, 1.0),
    ("relu6", 0.0, 6.0),
    ("uneven", -0.38, 2.71),
    ("uneven wide", -123.456, 31.7),
    ("positive away from zero", 2.5, 7.25),
    ("negative away from zero", -9.0, -0.125),
    ("non-positive", -3.3, 0.0),
    ("zero", 0.0, 0.0),
    ("denormal", -1e-42, 3e-41),
    ("scale just below the smallest normal", 0.0, 2.99e-36),
    ("scale just above the smallest normal", 0.0, 3.0e-36),
    ("tiny but normal", -1e-30, 2e-30),
    ("bounds of very different size", -1e-6, 1e6),
    ("difference is no float32", -1.0, 16777216.0),
    ("huge", -1.6e38, 1.7e38),
    ("tie of the zero point", -0.5, 254.5),
]


def golden(type_name, label, low, high, symmetric, reduced):
    qmin, qmax = get_qmin_qmax_for_qType(TYPES[type_name], reduce_range=reduced, symmetric=symmetric)
    rmin, rmax = numpy.array(low, dtype=numpy.float32), numpy.array(high, dtype=numpy.float32)
    zero, scale = compute_scale_zp(rmin, rmax, qmin, qmax, symmetric)
    name = f"{type_name.lower()} {'symmetric' if symmetric else 'asymmetric'}{' reduced' if reduced else ''}, {label}"
    flags = f"{'true' if symmetric else 'false'}, {'true' if reduced else 'false'}"
    hexes = ", ".join(float(v).hex() + "F" for v in (rmin, rmax, numpy.float32(scale)))
    return f'    {{"{name}", DataType::{type_name}, {flags}, {hexes}, {int(zero)}}},'


def main():
    print("// SPDX-License-Identifier: GPL-3.0-or-later")
    print("#pragma once")
    print()
    print(f"// Made by make_goldens.py with onnxruntime {onnxruntime.__version__}; do not edit.")
    print()
    print('#include "core/tensor/data_type.h"')
    print()
    print("#include <cstdint>")
    print()
    print("namespace quantiscope::test {")
    print()
    print("struct ScaleGolden\n{\n    const char* name;\n    DataType type;\n    bool symmetric;\n    bool reduced;\n"
          "    float min;\n    float max;\n    float scale;\n    std::int32_t zeroPoint;\n};")
    print()
    print("// clang-format off")
    print("inline constexpr ScaleGolden kScaleGoldens[] = {")
    for type_name in TYPES:
        for symmetric in (False, True):
            for label, low, high in RANGES:
                print(golden(type_name, label, low, high, symmetric, False))
            for label, low, high in RANGES[:4]:
                print(golden(type_name, label, low, high, symmetric, True))
    print("};")
    print("// clang-format on")
    print()
    print("} // namespace quantiscope::test")


main()
