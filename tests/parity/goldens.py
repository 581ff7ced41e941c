# SPDX-License-Identifier: GPL-3.0-or-later
"""The goldens' models with their samples and labelled data, for the scripts beside this file (numpy, Pillow)."""
import json
from pathlib import Path

import numpy as np


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

    def others(self, folder):
        """Feeds of the pictures in a folder of the shared data that are not calibration samples."""
        used = {Path(p).name for p in self.facts["calib_sources"]}
        files = [f for f in sorted((self.shared / "data" / folder).glob("*.jpg")) if f.name not in used]
        return self._pictures(files, [0] * len(files), self.facts["inputs"][0]["name"])[0]

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
            elif recipe["resize"] == "stretch":
                picture = picture.resize((recipe["width"], recipe["height"]), Image.BILINEAR)
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
