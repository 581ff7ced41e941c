#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts that `qscope recipe export` writes with the real packages, and compares their models with ours.

Needs Python with numpy, onnx, onnxruntime, opencv-python-headless and amd-quark (a private venv), and a built qscope:

    python tests/parity/export_check.py --qscope build/release/bin/qscope --shared ../shared --output tests/parity/EXPORT.md

For each recipe below: quantize with qscope, export to the tool, run the script, and compare
  tensors   Jaccard index of the names of quantized activations (what a Dropout or Identity only hands on has one name)
  scales    share of the common ones whose scale and zero point agree (powers of two exactly, MinMax 1e-5, methods that
            use histograms 1e-2 relative, their zero points to one code)
  weights   the same of the weights of Conv, Gemm and MatMul, known by what the node makes
  float     whether the same nodes were left without a quantized weight
and check that the other tool's model loads. The status is 0 only if all of this is at least 0.95 and every model loads.
Models of ../shared are left out with a word when it is missing.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort

sys.path.insert(0, str(Path(__file__).resolve().parent))
from goldens import Golden  # noqa: E402

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample"
SAMPLE_LAYERS = [{"match": {"node": "/block1/project/Conv"}, "output": {"type": "Int8", "symmetric": True}}]
ALWAYS = {"options": {"CLEAcceptance": "Always"}}  # the reference's rule of equalization
# (preset, tool, method or None for the preset's own, members besides), for each model
RUNS = [
    ("XINT8", "quark", None, ALWAYS),
    ("VINT8", "quark", None, ALWAYS),
    ("A8W8", "quark", None, ALWAYS),
    ("A8W8", "quark", "Percentile", ALWAYS),
    ("S8S8_AAWS", "quark", None, ALWAYS),
    ("U8S8_AAWS", "quark", None, ALWAYS),
    ("INT8_CNN_DEFAULT", "quark", None, ALWAYS),
    ("A16W8_PC", "quark", None, ALWAYS),
    ("UINT8_DYNAMIC_QUANT", "quark", None, {}),
    ("WEIGHTS_ONLY", "quark", None, {}),
    ("ORT_U8S8", "ort", None, {}),
    ("ORT_U8S8", "ort", "Percentile", {}),
    ("ORT_U8S8", "ort", "Entropy", {}),
    ("ORT_S8S8_PC", "ort", None, {}),
    ("ORT_U8S8", "ort", None, {"options": {"ActivationType": "Int16", "ActivationSymmetric": True}}),
    ("UINT8_DYNAMIC_QUANT", "ort", None, {}),
]
MODELS = ["sample", "mobilenetv2_cifar10", "squeezenet_fp32"]
# Rules, with the names of the sample.
RULES = [
    ("ORT_U8S8", "ort", None, {"exclude": [{"opType": "Gemm"}, {"regex": "^/stem"}]}),
    ("ORT_S8S8_PC", "ort", None,
     {"exclude": [{"between": {"from": ["/block1/depthwise/Conv"], "to": ["/block1/project/Conv"]}}]}),
    ("ORT_U8S8", "ort", None, {"layers": SAMPLE_LAYERS}),
    ("A8W8", "quark", None, {"algorithms": [], "exclude": [{"opType": "Gemm"}, {"regex": "^/stem"}]}),
]
CASES = [("sample", *rules) for rules in RULES] + [(model, *run) for model in MODELS for run in RUNS]


def data_of(model, shared, folder):
    """(path of the float model, the recipe's data, number of samples)."""
    if model == "sample":
        return SAMPLE / "fashion_cnn.onnx", {"kind": "images", "path": str(SAMPLE / "calib"), "seed": 3,
                                             "preprocess": json.loads((SAMPLE / "preprocess.json").read_text())}, 16
    golden = Golden(shared / "goldens" / model, shared)
    path = folder / f"{model}.npz"
    np.savez(path, **golden.calibration)
    return golden.model, {"kind": "npz", "path": str(path)}, 0


def handed_on(model):
    """name -> the value that operators without effect hand on under that name."""
    source = {}
    for node in model.graph.node:
        if node.op_type in ("Dropout", "Identity"):
            source[node.output[0]] = source.get(node.input[0], node.input[0])
    return source


def plain(name):
    return name.removesuffix("_QuantizeLinear_Input")


def activations(model, source):
    """name -> (scale, zero point) of every activation that is quantized; (0, 0) when that is done while the model runs."""
    values = {i.name: onnx.numpy_helper.to_array(i) for i in model.graph.initializer}
    found = {}
    for node in model.graph.node:
        name = source.get(plain(node.input[0]), plain(node.input[0])) if node.input else ""
        if node.op_type == "DynamicQuantizeLinear":
            found[name] = (0.0, 0)
        elif node.op_type == "QuantizeLinear" and node.input[0] not in values:
            found[name] = (float(values[node.input[1]]), int(values[node.input[2]]))
    return found


def weights(model):
    """What a product makes -> the scales of its weight, which are empty when that is float."""
    values = {i.name: onnx.numpy_helper.to_array(i) for i in model.graph.initializer}
    makers = {v: n for n in model.graph.node for v in n.output}
    readers = {}
    for node in model.graph.node:
        for value in node.input:
            readers.setdefault(value, []).append(node)
    found = {}
    for node in model.graph.node:
        if node.op_type in ("ConvInteger", "MatMulInteger") and node.input[1] in values:
            # The product of the two scales: integer product -> Cast -> Mul by both; the bias comes behind.
            scaled = readers[readers[node.output[0]][0].output[0]][0]
            steps = makers[scaled.input[1]]
            scale = next((values[v] for v in steps.input if v in values), np.zeros(0))
            behind = readers.get(scaled.output[0], [])
            has_bias = len(behind) == 1 and behind[0].op_type == "Add" and any(is_bias(v, values, makers) for v in behind[0].input)
            found[plain(behind[0].output[0] if has_bias else scaled.output[0])] = scale.ravel()
        elif node.op_type in ("Conv", "Gemm", "MatMul"):
            maker = makers.get(node.input[1])
            if node.input[1] in values:
                found[plain(node.output[0])] = np.zeros(0)
            elif maker is not None and maker.op_type == "DequantizeLinear" and maker.input[0] in values:
                found[plain(node.output[0])] = values[maker.input[1]].ravel()
    return found


def is_bias(value, values, makers):
    return value in values or (value in makers and makers[value].op_type == "Reshape" and makers[value].input[0] in values)


def float_weights(model):
    return {name for name, scale in weights(model).items() if scale.size == 0}


def run(command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done


def tolerances(preset, method):
    """(relative of scales, absolute of zero points)."""
    if preset in ("XINT8", "VINT8"):
        return 0.0, 0
    own = "Percentile" if preset in ("S8S8_AAWS", "U8S8_AAWS") else "MinMax"
    return (1e-5, 0) if (method or own) == "MinMax" else (1e-2, 1)


def compare(case, arguments, folder):
    model, preset, tool, method, members = case
    path, data, samples = data_of(model, arguments.shared, folder)
    recipe = {"format": "quantiscope-recipe", "version": 1, "preset": preset, "model": str(path),
              "output": str(folder / "ours.onnx"), **members}
    if preset not in ("UINT8_DYNAMIC_QUANT", "WEIGHTS_ONLY"):
        recipe["calibration"] = {"samples": samples, "data": data, **({"method": method} if method else {})}
    file = folder / "recipe.json"
    file.write_text(json.dumps(recipe))
    run([arguments.qscope, "run", file, "-q"])
    exported = run([arguments.qscope, "recipe", "export", "--to", tool, file, "-o", folder / "script.py"])
    run([sys.executable, folder / "script.py", path, folder / "theirs.onnx"], cwd=folder)
    ours, theirs = onnx.load(folder / "ours.onnx"), onnx.load(folder / "theirs.onnx")
    options = ort.SessionOptions()
    options.log_severity_level = 4
    try:
        ort.InferenceSession(theirs.SerializeToString(), options, providers=["CPUExecutionProvider"])
        loads = True
    except Exception as error:  # noqa: BLE001
        loads = str(error).splitlines()[0][:60]
    source = handed_on(onnx.load(path))
    a, b = activations(ours, source), activations(theirs, source)
    scale_most, zero_most = tolerances(preset, method)
    common = set(a) & set(b)
    equal = [n for n in common if abs(a[n][0] - b[n][0]) <= scale_most * b[n][0] and abs(a[n][1] - b[n][1]) <= zero_most]
    p, q = weights(ours), weights(theirs)
    same = [n for n in set(p) & set(q)
            if p[n].shape == q[n].shape and np.allclose(p[n], q[n], rtol=min(scale_most, 1e-5), atol=0)]
    row = {"model": model, "preset": preset, "tool": tool, "method": method or "-",
           "members": " ".join(json.dumps(v) for k, v in members.items() if members is not ALWAYS) or "-",
           "tensors": len(common) / max(len(set(a) | set(b)), 1) if a or b else 1.0,
           "scales": len(equal) / len(common) if common else 1.0, "weights": len(same) / max(len(set(p) | set(q)), 1),
           "float_nodes": float_weights(ours) == float_weights(theirs), "loads": loads}
    if arguments.details:
        print(case, "  only ours", sorted(set(a) - set(b)), "only theirs", sorted(set(b) - set(a)),
              "different", {n: (a[n], b[n]) for n in common - set(equal)},
              "weights", {n: (p.get(n), q.get(n)) for n in set(p) | set(q) if n not in same},
              "warnings", exported.stderr.splitlines(), file=sys.stderr)
    return row


def is_good(row):
    return min(row["tensors"], row["scales"], row["weights"]) >= 0.95 and row["float_nodes"] and row["loads"] is True


HEAD = """| model | preset | tool | method | besides | tensors | scales | weights | same float nodes | loads |
|---|---|---|---|---|---|---|---|---|---|"""


def line(r):
    return (f"| {r['model']} | {r['preset']} | {r['tool']} | {r['method']} | {r['members']} | {r['tensors']:.3f} | "
            f"{r['scales']:.3f} | {r['weights']:.3f} | {'yes' if r['float_nodes'] else 'no'} | "
            f"{'yes' if r['loads'] is True else r['loads']} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--tools", nargs="*", default=["ort", "quark"])
    parser.add_argument("--models", nargs="*", help="only these")
    parser.add_argument("--presets", nargs="*", help="only these")
    parser.add_argument("--details", action="store_true", help="tell every difference")
    parser.add_argument("--output", type=Path, help="write the table into this Markdown file, between its markers")
    arguments = parser.parse_args()
    arguments.qscope, arguments.shared = arguments.qscope.resolve(), arguments.shared.resolve()
    print(HEAD, flush=True)
    rows = []
    for case in CASES:
        if (case[2] not in arguments.tools or (arguments.models and case[0] not in arguments.models)
                or (arguments.presets and case[1] not in arguments.presets)):
            continue
        if case[0] != "sample" and not arguments.shared.exists():
            print(f"{case[0]} is left out: {arguments.shared} is missing.", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            rows.append(compare(case, arguments, Path(folder)))
        print(line(rows[-1]), flush=True)
    if arguments.output:
        before, rest = arguments.output.read_text().split("<!-- table -->\n")
        after = rest.split("<!-- /table -->\n")[1]
        table = "\n".join([HEAD, *map(line, rows)])
        arguments.output.write_text(f"{before}<!-- table -->\n{table}\n<!-- /table -->\n{after}")
    return 0 if rows and all(is_good(r) for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
