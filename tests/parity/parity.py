#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what qscope writes with what AMD Quark and ONNX Runtime wrote for the same models and samples.

Needs Python with numpy, Pillow, onnx and onnxruntime (a private venv), a built qscope and the shared goldens:

    python tests/parity/parity.py --qscope build/release/bin/qscope --shared ../shared --output tests/parity/RESULTS.md

For each model and run of the goldens that is of integer types: a recipe with the golden's own options is replayed on the same
samples, with the reference's rules where they depend on the model's opset and for equalization (reference_rules.py), and compared are
  tensors   Jaccard index of the quantized activations; views of a value that a converter put in count as that value
  scales    share of the common activations whose scale agrees: powers of two exactly, MinMax within 1e-5, methods that use
            histograms within 1e-2 (relative)
  weights   the same of the common weights and constants
Then once more with this program's own defaults:
  cosine    worst output over all evaluation samples together, graph optimization off; ours (and with the reference's
            equalization, where that is another model), the golden's
  top-1     points lost against FP32 on the labelled samples, graph optimization on; ours, the golden's (whose labelled
            samples are other ones, so that only the losses can be compared)
Every model is also checked with onnx's full checker and loaded with all optimizations.
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

from goldens import Golden
from reference_rules import ValueNames, with_reference_rules

PRESETS = ("A16W8", "A8W8", "S16S16_MIXED_S8S8", "S8S8_AAWS", "U8S8_AAWS", "U8S8", "VINT8", "XINT8")
METHODS = {"MinMax": "MinMax", "MinMSE": "MinMSE", "NonOverflow": "NonOverflow", "Percentile": "Percentile",
           "LayerWisePercentile": "LayerwisePercentile", "Entropy": "Entropy"}
ORT_RUNS = {"ort_QDQ_MINMAX": ("ORT_U8S8", "MinMax"), "ort_QDQ_PERCENTILE": ("ORT_U8S8", "Percentile"),
            "ort_QDQ_ENTROPY": ("ORT_U8S8", "Entropy"), "ort_QDQ_PERCHANNEL": ("ORT_S8S8_PC", "MinMax")}
# Flows that are not of integer types, fine-tuning and searches.
OTHER_FLOWS = ("BF16", "BFP16", "FP16", "MX", "NBITS", "ADAROUND", "ADAQUANT", "MIXED")
# Without effect when there are calibration data.
IGNORED_OPTIONS = {"UseRandomData"}
SUFFIXES = ("_QuantizeLinear_Input",)


def recipe_of(name, run):
    """The recipe of a golden's run, or None when this version has no such flow."""
    if name in ORT_RUNS:
        preset, method = ORT_RUNS[name]
        return {"format": "quantiscope-recipe", "version": 1, "preset": preset, "calibration": {"method": method}}
    if any(flow in name for flow in OTHER_FLOWS):
        return None
    preset = next(p for p in PRESETS if name.removeprefix("quark_").startswith(p))
    preset = "U8S8_AAWS" if preset == "U8S8" else preset
    recipe = {"format": "quantiscope-recipe", "version": 1, "preset": preset}
    config = run.get("config")
    if not config:
        return recipe
    options = {k: v for k, v in config["extra_options"].items() if k not in IGNORED_OPTIONS}
    options["PerChannel"] = config["per_channel"]
    options["EnableNPUCnn"] = config["enable_npu_cnn"]
    options["Target"] = "None"  # the reference's own VINT8 does not give what Vitis AI asks for
    options["IncludeCLE"] = config["include_cle"]
    recipe["options"] = options
    recipe["calibration"] = {"method": METHODS[config["calibrate_method"].split(".")[-1]]}
    exclude = [{"node": n} for n in config["nodes_to_exclude"]]
    exclude += [{"between": {"from": list(a), "to": list(b)}} for a, b in config["subgraphs_to_exclude"]]
    if exclude:
        recipe["exclude"] = exclude
    return recipe


def tolerance(run_name, recipe):
    method = recipe.get("calibration", {}).get("method", "MinMax")
    if recipe["preset"] in ("XINT8", "VINT8"):
        return 0.0
    return 1e-5 if method == "MinMax" else 1e-2


def session(path, optimized):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    options.log_severity_level = 4
    level = ort.GraphOptimizationLevel
    options.graph_optimization_level = level.ORT_ENABLE_ALL if optimized else level.ORT_DISABLE_ALL
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def outputs(sess, feeds):
    """For each output, the concatenation over all samples."""
    runs = [sess.run(None, feed) for feed in feeds]
    return {o.name: np.concatenate([np.asarray(r[i], np.float64).ravel() for r in runs])
            for i, o in enumerate(sess.get_outputs())}


def worst_cosine(real, quantized):
    values = []
    for name, a in real.items():
        b = quantized[name]
        norm = np.linalg.norm(a) * np.linalg.norm(b)
        values.append(float(a @ b / norm) if norm > 0 else float("nan"))
    return min(values)


def top1(sess, labelled):
    if labelled is None:
        return None
    feeds, classes = labelled
    hits = sum(int(np.argmax(sess.run(None, f)[0])) == c for f, c in zip(feeds, classes))
    return 100.0 * hits / len(classes)


def parameters(model):
    """Activations and initializers that go through Q/DQ: two maps of name -> (list of scales, list of zero points)."""
    values = {i.name: onnx.numpy_helper.to_array(i) for i in model.graph.initializer}
    real, stored = {}, {}

    def of(node):
        return np.ravel(values[node.input[1]]).tolist(), np.ravel(values[node.input[2]]).tolist()

    for node in model.graph.node:
        if node.op_type == "QuantizeLinear":
            name = node.input[0]
            for suffix in SUFFIXES:
                name = name.removesuffix(suffix)
            (stored if node.input[0] in values else real)[name] = of(node)
        elif node.op_type == "DequantizeLinear" and node.input[0] in values:
            stored[node.input[0].removesuffix("_quantized")] = of(node)
    return real, stored


def golden_parameters(run, roles):
    found = {}
    for tensor in run.get("tensors", []):
        if tensor["role"] in roles and not isinstance(tensor["scale"], dict):
            scale = tensor["scale"] if isinstance(tensor["scale"], list) else [tensor["scale"]]
            found[tensor["name"]] = [float(np.float32(s)) for s in scale]
    return found


def agreement(ours, theirs, most):
    """Share of equal scales of the common tensors, and the others by name."""
    common = sorted(set(ours) & set(theirs))
    different = {}
    for name in common:
        a, b = ours[name][0], theirs[name]
        if len(a) != len(b) or any(not abs(x - y) <= most * abs(y) for x, y in zip(a, b)):
            different[name] = (a[:4], b[:4])
    return (1 - len(different) / len(common) if common else None), different


def quantize(golden, run_name, recipe, qscope, folder):
    data = folder / "calibration.npz"
    result = folder / "quantized.onnx"
    recipe_file = folder / "recipe.json"
    np.savez(data, **golden.calibration)
    recipe_file.write_text(json.dumps(recipe))
    result.unlink(missing_ok=True)
    command = [str(qscope), "quantize", str(golden.model), "-o", str(result), "-r", str(recipe_file), "-c", str(data), "-q"]
    done = subprocess.run(command, capture_output=True, text=True)
    return result, (done.stderr.strip() if done.returncode else None)


def measure(golden, result, real, labelled):
    model = onnx.load(result)
    try:
        onnx.checker.check_model(model, full_check=True)
        checker = "ok"
    except Exception as error:  # noqa: BLE001
        checker = str(error).splitlines()[0][:80]
    return {"checker": checker, "top1": top1(session(result, True), labelled),
            "cosine": worst_cosine(real, outputs(session(result, False), golden.feeds(golden.evaluation)))}


def compare(golden, run_name, qscope, folder, real, labelled):
    run = json.loads((golden.folder / run_name / "golden.json").read_text())
    own = recipe_of(run_name, run)
    if own is None:
        return None
    original = onnx.load(golden.model)
    recipe = with_reference_rules(own, run, original)
    row = {"model": golden.facts["id"], "run": run_name}
    result, error = quantize(golden, run_name, recipe, qscope, folder)
    if error:
        return {**row, "error": error}
    content = result.read_bytes()
    model = onnx.load(result)
    activations, stored = parameters(model)
    theirs = golden_parameters(run, {"activation"})
    if theirs:
        names = ValueNames(original)
        a, b = names.all(activations), names.all(theirs)
        row["jaccard"] = len(a & b) / len(a | b)
        row["only_ours"] = sorted(a - b)
        row["only_theirs"] = sorted(b - a)
        most = tolerance(run_name, recipe)
        row["equal"], row["different"] = agreement(activations, theirs, most)
        row["equal_weights"], row["different_weights"] = agreement(
            stored, golden_parameters(run, {"weight", "const"}), max(most, 1e-5 if most else 0.0))
    row.update(measure(golden, result, real, labelled))
    if own != recipe:
        result, error = quantize(golden, run_name, own, qscope, folder)
        if error:
            return {**row, "error": error}
        if result.read_bytes() != content:
            row["reference_cosine"] = row["cosine"]
            row.update(measure(golden, result, real, labelled))
    metrics = run.get("metrics") if isinstance(run.get("metrics"), dict) else {}
    cosines = [m["cosine"] for m in metrics.values()
               if isinstance(m, dict) and isinstance(m.get("cosine"), (int, float))]
    row["golden_cosine"] = min(cosines) if cosines else None
    row["golden_top1"] = 100 * run["accuracy"] if isinstance(run.get("accuracy"), (int, float)) else None
    row["golden_fp32"] = 100 * run["fp32_accuracy"] if isinstance(run.get("fp32_accuracy"), (int, float)) else None
    return row


def cell(value, form="{:.3f}"):
    return "–" if value is None else form.format(value)


def table(rows):
    lines = ["| model | run | tensors | scales | weights | cosine | golden's | top-1 lost | golden's | checker |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        if "error" in r:
            lines.append(f"| {r['model']} | {r['run']} | | | | {r['error']} | | | | |")
            continue
        lost = None if r["top1"] is None else r["fp32"] - r["top1"]
        golden_lost = None if r["golden_top1"] is None or r["golden_fp32"] is None else r["golden_fp32"] - r["golden_top1"]
        cosine = f"{r['cosine']:.5f}" + (f" ({r['reference_cosine']:.5f})" if "reference_cosine" in r else "")
        lines.append(f"| {r['model']} | {r['run']} | {cell(r.get('jaccard'))} | {cell(r.get('equal'))} | "
                     f"{cell(r.get('equal_weights'))} | {cosine} | {cell(r['golden_cosine'], '{:.5f}')} | "
                     f"{cell(lost, '{:+.1f}')} | {cell(golden_lost, '{:+.1f}')} | {r['checker']} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--models", nargs="*", help="only these")
    parser.add_argument("--runs", nargs="*", help="only these")
    parser.add_argument("--no-labels", action="store_true", help="leave the labelled samples out (quicker)")
    parser.add_argument("--output", type=Path, help="write the table into this Markdown file, between its markers")
    parser.add_argument("--details", type=Path, help="write every difference as JSON")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        for folder in sorted((arguments.shared / "goldens").iterdir()):
            if not (folder / "golden.json").exists() or (arguments.models and folder.name not in arguments.models):
                continue
            golden = Golden(folder, arguments.shared)
            real = outputs(session(golden.model, False), golden.feeds(golden.evaluation))
            labelled = None if arguments.no_labels else golden.labelled()
            fp32 = top1(session(golden.model, True), labelled)
            for run in sorted(p.parent.name for p in folder.glob("*/golden.json")):
                if arguments.runs and run not in arguments.runs:
                    continue
                row = compare(golden, run, arguments.qscope, Path(temporary), real, labelled)
                if row is None:
                    continue
                row["fp32"] = fp32
                rows.append(row)
                print({k: v for k, v in row.items() if not k.startswith(("only_", "different"))}, file=sys.stderr)
    print(table(rows))
    if arguments.details:
        arguments.details.write_text(json.dumps(rows, indent=1))
    if arguments.output:
        text = arguments.output.read_text() if arguments.output.exists() else "<!-- table -->\n<!-- end -->\n"
        before, rest = text.split("<!-- table -->", 1)
        after = rest.split("<!-- end -->", 1)[1]
        arguments.output.write_text(f"{before}<!-- table -->\n{table(rows)}\n<!-- end -->{after}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
