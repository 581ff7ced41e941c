#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the scripts that `qscope recipe export` writes with the real packages, and compares their models with ours.

Needs Python with numpy, onnx, onnxruntime, opencv-python-headless and amd-quark (a private venv), and a built qscope:

    python tests/parity/export_check.py --qscope build/release/bin/qscope --shared ../shared

For each recipe below: quantize with qscope, export to the tool, run the script, and compare
  tensors   Jaccard index of the names of quantized activations
  scales    share of the common ones whose scale (relative 1e-5) and zero point agree
  excluded  whether the same nodes were left without a quantized weight
and check that the other tool's model loads. Models of ../shared are left out with a word when it is missing.
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
# (model, preset, tool, members besides)
CASES = [
    ("sample", "ORT_U8S8", "ort", {}),
    ("sample", "ORT_U8S8", "ort", {"exclude": [{"opType": "Gemm"}, {"regex": "^/stem"}]}),
    ("sample", "ORT_S8S8_PC", "ort",
     {"exclude": [{"between": {"from": ["/block1/depthwise/Conv"], "to": ["/block1/project/Conv"]}}]}),
    ("sample", "ORT_U8S8", "ort", {"layers": SAMPLE_LAYERS}),
    ("sample", "A8W8", "quark", {"algorithms": []}),
    ("sample", "A8W8", "quark", {"algorithms": [], "exclude": [{"opType": "Gemm"}, {"regex": "^/stem"}]}),
    ("sample", "INT8_CNN_DEFAULT", "quark", {"algorithms": []}),
    ("mobilenetv2_cifar10", "ORT_U8S8", "ort", {}),
    ("mobilenetv2_cifar10", "A8W8", "quark", {}),
    ("mobilenetv2_cifar10", "INT8_CNN_DEFAULT", "quark", {}),
    ("squeezenet_fp32", "ORT_U8S8", "ort", {}),
    ("squeezenet_fp32", "A8W8", "quark", {"algorithms": []}),
]


def data_of(model, shared, folder):
    """(path of the float model, the recipe's data, number of samples)."""
    if model == "sample":
        return SAMPLE / "fashion_cnn.onnx", {"kind": "images", "path": str(SAMPLE / "calib"), "seed": 3,
                                             "preprocess": json.loads((SAMPLE / "preprocess.json").read_text())}, 16
    golden = Golden(shared / "goldens" / model, shared)
    path = folder / f"{model}.npz"
    np.savez(path, **golden.calibration)
    return golden.model, {"kind": "npz", "path": str(path)}, 0


def activations(model):
    """name -> (scale, zero point) of every activation that goes through QuantizeLinear."""
    values = {i.name: onnx.numpy_helper.to_array(i) for i in model.graph.initializer}
    found = {}
    for node in model.graph.node:
        if node.op_type == "QuantizeLinear" and node.input[0] not in values:
            name = node.input[0].removesuffix("_QuantizeLinear_Input")
            found[name] = (float(values[node.input[1]]), int(values[node.input[2]]))
    return found


def float_weights(model):
    """What the nodes make that read a weight in float; the tools rename nodes."""
    constants = {i.name for i in model.graph.initializer}
    return {n.output[0].removesuffix("_QuantizeLinear_Input") for n in model.graph.node if n.op_type in ("Conv", "Gemm", "MatMul") and n.input[1] in constants}


def run(command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done


def compare(case, arguments, folder):
    model, preset, tool, members = case
    path, data, samples = data_of(model, arguments.shared, folder)
    recipe = {"format": "quantiscope-recipe", "version": 1, "preset": preset, "model": str(path),
              "output": str(folder / "ours.onnx"),
              "calibration": {"method": "MinMax", "samples": samples, "data": data}, **members}
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
    a, b = activations(ours), activations(theirs)
    common = set(a) & set(b)
    equal = [n for n in common if abs(a[n][0] - b[n][0]) <= 1e-5 * b[n][0] and a[n][1] == b[n][1]]
    row = {"model": model, "preset": preset, "tool": tool, "members": ", ".join(members) or "-",
           "tensors": len(common) / len(set(a) | set(b)), "scales": len(equal) / max(len(common), 1),
           "float_nodes": float_weights(ours) == float_weights(theirs), "loads": loads}
    if arguments.details:
        print("  only ours", sorted(set(a) - set(b)), "only theirs", sorted(set(b) - set(a)),
              "different", {n: (a[n], b[n]) for n in common - set(equal)},
              "warnings", exported.stderr.splitlines(), file=sys.stderr)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--tools", nargs="*", default=["ort", "quark"])
    parser.add_argument("--models", nargs="*", help="only these")
    parser.add_argument("--details", action="store_true", help="tell every difference")
    arguments = parser.parse_args()
    arguments.qscope, arguments.shared = arguments.qscope.resolve(), arguments.shared.resolve()
    print("| model | preset | tool | besides | tensors (Jaccard) | equal scales | same float nodes | loads |")
    print("|---|---|---|---|---|---|---|---|")
    bad = 0
    for case in CASES:
        if case[2] not in arguments.tools or (arguments.models and case[0] not in arguments.models):
            continue
        if case[0] != "sample" and not arguments.shared.exists():
            print(f"{case[0]} is left out: {arguments.shared} is missing.", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            r = compare(case, arguments, Path(folder))
        bad += r["tensors"] < 0.95 or r["scales"] < 0.95 or r["loads"] is not True
        print(f"| {r['model']} | {r['preset']} | {r['tool']} | {r['members']} | {r['tensors']:.3f} | {r['scales']:.3f} | "
              f"{'yes' if r['float_nodes'] else 'no'} | {'yes' if r['loads'] is True else r['loads']} |", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
