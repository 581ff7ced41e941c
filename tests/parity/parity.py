#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what qscope writes with what AMD Quark and ONNX Runtime wrote for the same models and samples.

Needs Python with numpy, onnx and onnxruntime (a private venv), a built qscope and the shared goldens:

    python tests/parity/parity.py --qscope build/release/bin/qscope --shared ../shared --output tests/parity/RESULTS.md

For each model and run of the goldens: the same samples are fed, and compared are
  tensors   Jaccard index of the names of quantized activations (tensors that only exist after a tool's own graph
            rewriting keep the name that the tool gave them)
  scales    share of the common activations whose scale agrees (MinMax 1e-5, Percentile 1e-2 relative) and zero point
  cosine    worst output over all evaluation samples together, graph optimization off; ours, the golden's
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

RUNS = {
    "ort_QDQ_MINMAX": ["--preset", "ORT_U8S8"],
    "ort_QDQ_PERCENTILE": ["--preset", "ORT_U8S8", "--method", "Percentile", "--percentile", "99.999"],
    "ort_QDQ_PERCHANNEL": ["--preset", "ORT_S8S8_PC"],
    "quark_A8W8": ["--preset", "A8W8"],
    "quark_A16W8": ["--preset", "A16W8"],
    "quark_U8S8_AAWS": ["--preset", "U8S8_AAWS"],
}
PERCENTILE_RUNS = {"ort_QDQ_PERCENTILE", "quark_U8S8_AAWS"}
SUFFIXES = ("_QuantizeLinear_Input",)


def session(path, optimized):
    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    options.log_severity_level = 4
    level = ort.GraphOptimizationLevel
    options.graph_optimization_level = level.ORT_ENABLE_ALL if optimized else level.ORT_DISABLE_ALL
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def prepare(u8, recipe):
    """uint8 [n, H, W, C] to the float tensors that the golden describes, batch dimension in front."""
    x = u8.astype(np.float32)
    for name, values in recipe["ops"]:
        values = np.array(values, np.float32)
        x = x - values if name == "sub" else x / values
    if recipe["layout"] == "NCHW":
        x = x.transpose(0, 3, 1, 2)
    return np.ascontiguousarray(x[:, None])


class Golden:
    """One model of the goldens with its samples."""

    def __init__(self, folder, shared):
        self.folder = folder
        self.facts = json.loads((folder / "golden.json").read_text())
        self.model = shared / Path(self.facts["model"]).relative_to("shared")
        self.shared = shared
        self.calibration = self._samples("calib")
        self.evaluation = self._samples("eval")

    def _samples(self, part):
        recipe = self.facts["preprocess"]
        if recipe["kind"] == "image":
            return {self.facts["inputs"][0]["name"]: prepare(np.load(self.folder / f"{part}_u8.npy"), recipe)}
        return {i["name"]: np.load(self.folder / f"{part}__{i['name']}.npy") for i in self.facts["inputs"]}

    def feeds(self, samples):
        count = len(next(iter(samples.values())))
        return [{name: values[k] for name, values in samples.items()} for k in range(count)]

    def labelled(self):
        """(feeds, classes) of samples that are not calibration samples, or None."""
        name = self.facts["id"]
        data = self.shared / "data"
        key = self.facts["inputs"][0]["name"]
        if name in ("mobilenetv2_cifar10", "vit_cifar10"):
            return self._pictures(sorted((data / "cifar10" / "test").glob("*/*.jpg"))[::2], None, key)
        if name == "squeezenet_fp32":
            used = {Path(p).name for p in self.facts["calib_sources"]}
            rows = [line.split("\t") for line in (data / "imagenet" / "labels.tsv").read_text().splitlines()]
            rows = [r for r in rows if r[0] not in used]
            return self._pictures([data / "imagenet" / r[0] for r in rows], [int(r[1]) for r in rows], key)
        if name == "mnist_cntk":
            z = np.load(data / "mnist" / "mnist_1000test_300calib.npz")
            return [{key: x[None, None].astype(np.float32)} for x in z["test_x"][:500]], list(z["test_y"][:500])
        if name == "magika":
            z = np.load(data / "magika" / "features.npz", allow_pickle=False)
            chosen = range(60, 560, 2)
            return [{key: z["x"][i][None].astype(np.int32)} for i in chosen], [int(z["y"][i]) for i in chosen]
        if name == "bert_mini_sst2":
            return self._sentences(data / "sst2")
        return None

    def _pictures(self, files, classes, key):
        from PIL import Image
        recipe = self.facts["preprocess"]
        if classes is None:
            folders = sorted({f.parent.name for f in files})
            classes = [folders.index(f.parent.name) for f in files]
        pictures = []
        for file in files:
            picture = Image.open(file).convert("RGB")
            if recipe["resize"] == "center_crop":
                h, w = recipe["height"], recipe["width"]
                scale = max(h / picture.height, w / picture.width)
                if scale > 1 or min(picture.size) != 256:
                    short = 256
                    factor = short / min(picture.size)
                    picture = picture.resize((round(picture.width * factor), round(picture.height * factor)), Image.BILINEAR)
                left, top = (picture.width - w) // 2, (picture.height - h) // 2
                picture = picture.crop((left, top, left + w, top + h))
            x = np.asarray(picture)
            pictures.append(x[:, :, ::-1] if recipe["order"] == "BGR" else x)
        x = prepare(np.stack(pictures), recipe)
        return [{key: v} for v in x], classes

    def _sentences(self, folder):
        vocabulary = {w: i for i, w in enumerate(json.loads((folder / "vocab.json").read_text()))}
        feeds, classes = [], []
        for line in (folder / "dev.tsv").read_text().splitlines():
            text, label = line.rsplit("\t", 1)
            ids = [vocabulary["[CLS]"]]
            for word in split_words(text):
                ids += pieces(word, vocabulary)
            ids = ids[:63] + [vocabulary["[SEP]"]]
            padding = [0] * (64 - len(ids))
            feeds.append({"input_ids": np.array([ids + padding], np.int64),
                          "attention_mask": np.array([[1] * len(ids) + padding], np.int64)})
            classes.append(int(label))
        return feeds, classes


def split_words(text):
    out, word = [], ""
    for c in text.lower() + " ":
        if c.isalnum():
            word += c
            continue
        if word:
            out.append(word)
        word = ""
        if not c.isspace():
            out.append(c)
    return out


def pieces(word, vocabulary):
    ids, start = [], 0
    while start < len(word):
        end = len(word)
        while end > start and ("##" if start else "") + word[start:end] not in vocabulary:
            end -= 1
        if end == start:
            return [vocabulary["[UNK]"]]
        ids.append(vocabulary[("##" if start else "") + word[start:end]])
        start = end
    return ids


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


def activations(model):
    """name -> (scale, zero point) of every activation that goes through QuantizeLinear."""
    values = {i.name: onnx.numpy_helper.to_array(i) for i in model.graph.initializer
              if i.name.endswith(("_scale", "_zero_point"))}
    found = {}
    for node in model.graph.node:
        if node.op_type != "QuantizeLinear":
            continue
        name = node.input[0]
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix)
        found[name] = (float(values[node.input[1]]), int(values[node.input[2]]))
    return found


def golden_activations(run):
    return {t["name"]: (t["scale"], t["zp"]) for t in run["tensors"] if t["role"] == "activation"}


def compare(golden, run_name, qscope, folder, real, labelled):
    directory = golden.folder / run_name
    if not (directory / "golden.json").exists():
        return None
    run = json.loads((directory / "golden.json").read_text())
    data = folder / "calibration.npz"
    np.savez(data, **golden.calibration)
    result = folder / f"{golden.facts['id']}_{run_name}.onnx"
    command = [str(qscope), "quantize", str(golden.model), "-o", str(result), "-c", str(data), *RUNS[run_name], "-q",
               "--report", str(folder / "report.json")]
    done = subprocess.run(command, capture_output=True, text=True)
    row = {"model": golden.facts["id"], "run": run_name, "golden_error": run.get("status") != "ok"}
    if done.returncode != 0:
        row["error"] = done.stderr.strip()
        return row
    model = onnx.load(result)
    try:
        onnx.checker.check_model(model, full_check=True)
        row["checker"] = "ok"
    except Exception as error:  # noqa: BLE001
        row["checker"] = str(error).splitlines()[0][:80]
    optimized = session(result, True)
    row["top1"] = top1(optimized, labelled)
    row["cosine"] = worst_cosine(real, outputs(session(result, False), golden.feeds(golden.evaluation)))
    ours = activations(model)
    row["activations"] = len(ours)
    theirs = golden_activations(run) if "tensors" in run else {}
    if theirs:
        common = sorted(set(ours) & set(theirs))
        row["jaccard"] = len(common) / len(set(ours) | set(theirs))
        row["only_ours"] = sorted(set(ours) - set(theirs))
        row["only_theirs"] = sorted(set(theirs) - set(ours))
        tolerance = 1e-2 if run_name in PERCENTILE_RUNS else 1e-5
        different = []
        for name in common:
            theirs_scale = float("inf") if theirs[name][0] == "inf" else float(theirs[name][0])
            if not abs(ours[name][0] - theirs_scale) <= tolerance * abs(theirs_scale):
                different.append((name, ours[name], theirs[name]))
        row["equal"] = 1 - len(different) / len(common) if common else 0.0
        row["different"] = different
    metrics = run.get("metrics") if isinstance(run.get("metrics"), dict) else {}
    cosines = [m["cosine"] for m in metrics.values()
               if isinstance(m, dict) and isinstance(m.get("cosine"), (int, float))]
    row["golden_cosine"] = min(cosines) if cosines else None
    row["golden_top1"] = 100 * run["accuracy"] if isinstance(run.get("accuracy"), (int, float)) else None
    row["golden_fp32"] = 100 * run["fp32_accuracy"] if isinstance(run.get("fp32_accuracy"), (int, float)) else None
    row["golden_note"] = (run.get("error") or run.get("status") or "")[:60]
    return row


def cell(value, form="{:.3f}"):
    return "–" if value is None else form.format(value)


def table(rows):
    lines = ["| model | run | tensors (Jaccard) | equal scales | cosine | golden's | top-1 lost | golden's | checker |",
             "|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        if "error" in r:
            lines.append(f"| {r['model']} | {r['run']} | | | {r['error']} | | | | |")
            continue
        lost = None if r["top1"] is None else r["fp32"] - r["top1"]
        golden_lost = None if r["golden_top1"] is None or r["golden_fp32"] is None else r["golden_fp32"] - r["golden_top1"]
        lines.append(f"| {r['model']} | {r['run']} | {cell(r.get('jaccard'))} | {cell(r.get('equal'))} | {r['cosine']:.5f} | "
                     f"{cell(r['golden_cosine'], '{:.5f}')} | {cell(lost, '{:+.1f}')} | "
                     f"{cell(golden_lost, '{:+.1f}')} | {r['checker']} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qscope", type=Path, default=Path("build/release/bin/qscope"))
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--models", nargs="*", help="only these")
    parser.add_argument("--runs", nargs="*", default=list(RUNS))
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
            labelled = golden.labelled()
            fp32 = top1(session(golden.model, True), labelled)
            for run in arguments.runs:
                row = compare(golden, run, arguments.qscope, Path(temporary), real, labelled)
                if row is None:
                    continue
                row["fp32"] = fp32
                rows.append(row)
                print({k: v for k, v in row.items() if k not in ("only_ours", "only_theirs", "different")}, file=sys.stderr)
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
