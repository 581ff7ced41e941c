# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the bundled sample: a small Fashion-MNIST classifier and pictures to try it with.

Everything beside this script except README.md comes from it: fashion_cnn.onnx, calib/, test/,
recipe.json and preprocess.json. The build does not use it; it is only needed to remake the sample.

How to run it:

    apt install dataset-fashion-mnist
    python3 -m venv VENV && VENV/bin/pip install torch onnx numpy pillow
    VENV/bin/python train_sample.py [--data FOLDER] [--out FOLDER]

--data is the folder with the four *-ubyte.gz files, by default the one of the Debian package
dataset-fashion-mnist. It takes about twenty minutes on one core. Seeds are fixed and one
thread is used, so the same versions on the same kind of processor give the same result.
"""

import argparse
import gzip
import json
import time
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper
from PIL import Image
from torch import nn

SEED = 2024
EPOCHS = 12
BATCH = 128
MAX_LR = 0.2
WEIGHT_DECAY = 5e-4
MEAN, STD = 0.286, 0.353
CALIB_COUNT, TEST_COUNT = 64, 512

CLASSES = ["T-shirt/top", "Trouser", "Pullover", "Dress", "Coat",
           "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot"]
SHORT_NAMES = ["t-shirt", "trouser", "pullover", "dress", "coat",
               "sandal", "shirt", "sneaker", "bag", "ankle-boot"]

STEM_CHANNELS, HEAD_CHANNELS = 16, 128
# Inverted residual blocks: (expansion, output channels, stride)
BLOCKS = [(1, 16, 1), (2, 24, 2), (3, 24, 1), (4, 40, 2), (4, 40, 1), (4, 40, 1)]

PREPROCESS = {"channels": "GRAY", "scale": 1 / 255, "mean": [MEAN], "std": [STD], "layout": "NCHW"}
RECIPE = {
    "format": "quantiscope-recipe",
    "version": 1,
    "preset": "U8S8_AAWS",
    "options": {},
    "calibration": {
        "method": "MinMax",
        "samples": CALIB_COUNT,
        "data": {"kind": "images", "path": "calib", "preprocess": PREPROCESS},
    },
    "exclude": [],
}

DOC_STRING = (
    "Sample classifier of Quantiscope for 28x28 gray pictures of clothes. "
    "Input: (pixel / 255 - 0.286) / 0.353. "
    "Licence of the network: GPL-3.0-or-later. "
    "Trained on Fashion-MNIST, Copyright (c) 2017 Zalando SE, MIT licence, "
    "https://github.com/zalandoresearch/fashion-mnist"
)


# ---------------------------------------------------------------------------------------- data

def read_idx(path):
    """Reads one gzipped IDX file of unsigned bytes."""
    raw = gzip.decompress(path.read_bytes())
    shape = np.frombuffer(raw, ">u4", count=raw[3], offset=4)
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(shape)


def load(folder, part):
    return (read_idx(folder / f"{part}-images-idx3-ubyte.gz"),
            read_idx(folder / f"{part}-labels-idx1-ubyte.gz"))


def normalize(pixels):
    return (pixels.float() / 255 - MEAN) / STD


def augment(pixels):
    """Mirrors half of the pictures and shifts each by up to two pixels."""
    count, size = pixels.shape[0], pixels.shape[-1]
    rows = torch.randint(0, 5, (count, 1)) + torch.arange(size)
    cols = torch.randint(0, 5, (count, 1)) + torch.arange(size)
    cols = torch.where(torch.rand(count, 1) < 0.5, cols.flip(1), cols)
    padded = F.pad(pixels, (2, 2, 2, 2))
    return padded[torch.arange(count)[:, None, None], rows[:, :, None], cols[:, None, :]]


# ------------------------------------------------------------------------------------- network

class ConvBn(nn.Module):
    """Convolution, batch normalization and, if named, an activation."""

    def __init__(self, cin, cout, kernel, stride=1, groups=1, act=None):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, kernel, stride, kernel // 2, groups=groups, bias=False)
        self.bn = nn.BatchNorm2d(cout)
        self.act = act

    def forward(self, x):
        x = self.bn(self.conv(x))
        return {"Clip": F.relu6, "Relu": F.relu, None: lambda y: y}[self.act](x)


class Block(nn.Module):
    """Inverted residual block: expand, depthwise, project, and Add where the shapes agree."""

    def __init__(self, cin, expansion, cout, stride):
        super().__init__()
        mid = cin * expansion
        self.parts = nn.ModuleDict()
        if expansion > 1:
            self.parts["expand"] = ConvBn(cin, mid, 1, act="Clip")
        self.parts["depthwise"] = ConvBn(mid, mid, 3, stride, groups=mid, act="Clip")
        self.parts["project"] = ConvBn(mid, cout, 1)
        self.residual = stride == 1 and cin == cout

    def forward(self, x):
        y = x
        for part in self.parts.values():
            y = part(y)
        return x + y if self.residual else y


class FashionCnn(nn.Module):
    def __init__(self):
        super().__init__()
        channels = STEM_CHANNELS
        self.stem = ConvBn(1, channels, 3, act="Clip")
        self.blocks = nn.ModuleList()
        for expansion, cout, stride in BLOCKS:
            self.blocks.append(Block(channels, expansion, cout, stride))
            channels = cout
        self.head = ConvBn(channels, HEAD_CHANNELS, 1, act="Relu")
        self.classifier = nn.Linear(HEAD_CHANNELS, len(CLASSES))

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.classifier(self.head(x).mean((2, 3)))


@torch.no_grad()
def predict(net, pixels):
    net.eval()
    return torch.cat([net(normalize(part)[:, None]) for part in pixels.split(500)])


def train(images, labels):
    net = FashionCnn().to(memory_format=torch.channels_last)
    steps = len(images) // BATCH
    optimizer = torch.optim.SGD(net.parameters(), MAX_LR, momentum=0.9, nesterov=True,
                                weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, MAX_LR, total_steps=EPOCHS * steps,
                                                   pct_start=0.2)
    start = time.monotonic()
    for epoch in range(EPOCHS):
        net.train()
        loss_sum = 0.0
        for index in torch.randperm(len(images))[:steps * BATCH].split(BATCH):
            x = normalize(augment(images[index]))[:, None]
            loss = F.cross_entropy(net(x), labels[index])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            loss_sum += loss.item()
        print(f"epoch {epoch + 1}/{EPOCHS}: loss {loss_sum / steps:.4f}, "
              f"{time.monotonic() - start:.0f} s", flush=True)
    return net


# ---------------------------------------------------------------------------------------- ONNX

class GraphBuilder:
    """Collects nodes named by scope; each returns the name of its output tensor."""

    def __init__(self):
        self.nodes, self.initializers = [], []
        self.limits = [self.weight("clip.min", np.float32(0)), self.weight("clip.max", np.float32(6))]

    def weight(self, name, value):
        if isinstance(value, torch.Tensor):
            value = value.detach().contiguous().numpy()
        self.initializers.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, op, scope, inputs, output=None, **attributes):
        name = f"/{scope}/{op}"
        output = output or f"{name}_output_0"
        self.nodes.append(helper.make_node(op, inputs, [output], name=name, **attributes))
        return output

    def conv_bn(self, scope, part, x):
        prefix = scope.replace("/", ".")
        conv, bn = part.conv, part.bn
        x = self.node("Conv", scope, [x, self.weight(f"{prefix}.conv.weight", conv.weight)],
                      kernel_shape=conv.kernel_size, strides=conv.stride, pads=conv.padding * 2,
                      dilations=conv.dilation, group=conv.groups)
        x = self.node("BatchNormalization", scope,
                      [x, self.weight(f"{prefix}.bn.weight", bn.weight),
                       self.weight(f"{prefix}.bn.bias", bn.bias),
                       self.weight(f"{prefix}.bn.running_mean", bn.running_mean),
                       self.weight(f"{prefix}.bn.running_var", bn.running_var)], epsilon=bn.eps)
        if part.act:
            x = self.node(part.act, scope, [x] + (self.limits if part.act == "Clip" else []))
        return x


def to_onnx(net):
    graph = GraphBuilder()
    x = graph.conv_bn("stem", net.stem, "image")
    for number, block in enumerate(net.blocks, 1):
        y = x
        for name, part in block.parts.items():
            y = graph.conv_bn(f"block{number}/{name}", part, y)
        x = graph.node("Add", f"block{number}", [x, y]) if block.residual else y
    x = graph.conv_bn("head", net.head, x)
    x = graph.node("GlobalAveragePool", "head", [x])
    x = graph.node("Flatten", "head", [x], axis=1)
    graph.node("Gemm", "head", [x, graph.weight("head.gemm.weight", net.classifier.weight),
                                graph.weight("head.gemm.bias", net.classifier.bias)],
               output="logits", transB=1)
    model = helper.make_model(
        helper.make_graph(
            graph.nodes, "fashion_cnn",
            [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["N", 1, 28, 28])],
            [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["N", len(CLASSES)])],
            graph.initializers),
        opset_imports=[helper.make_opsetid("", 17)], ir_version=8,
        producer_name="quantiscope sample", producer_version="1", doc_string=DOC_STRING)
    onnx.checker.check_model(model, full_check=True)
    return model


# ------------------------------------------------------------------------------------ pictures

def pick(score, labels, count):
    """Class-balanced choice in class order 0..9, 0..9, ...: of every class, evenly spaced
    members when ordered by score, so that the choice is representative of the whole."""
    rng = np.random.default_rng(SEED)
    queues = []
    for cls in range(len(CLASSES)):
        members = np.flatnonzero(labels == cls)
        members = members[np.argsort(score[members], kind="stable")]
        wanted = len(range(cls, count, len(CLASSES)))
        places = (np.arange(wanted) + 0.5) * len(members) / wanted
        queues.append(rng.permutation(members[places.astype(int)]))
    return [int(queues[i % len(CLASSES)][i // len(CLASSES)]) for i in range(count)]


def margin(logits, labels):
    """How far the right class is ahead of the best wrong one."""
    right = logits.gather(1, labels[:, None])
    wrong = logits.scatter(1, labels[:, None], -torch.inf).amax(1, keepdim=True)
    return (right - wrong).squeeze(1).numpy()


def write_pictures(folder, images, labels, chosen):
    """Writes PNG files and returns their lines for labels.tsv."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    width = len(str(len(chosen) - 1))
    lines = []
    for number, index in enumerate(chosen):
        cls = labels[index]
        name = f"{number:0{width}}_{SHORT_NAMES[cls]}_{index:05}.png"
        Image.fromarray(images[index]).save(folder / name, optimize=True)
        lines.append(f"{name}\t{cls}\t{CLASSES[cls]}\n")
    return lines


def main():
    parser = argparse.ArgumentParser(description="Remakes the bundled sample.")
    parser.add_argument("--data", type=Path, default=Path("/usr/share/datasets/fashion-mnist"))
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parent)
    args = parser.parse_args()

    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)

    train_images, train_labels = load(args.data, "train")
    test_images, test_labels = load(args.data, "t10k")
    net = train(torch.tensor(train_images), torch.tensor(train_labels).long())

    test_truth = torch.tensor(test_labels).long()
    test_margin = margin(predict(net, torch.tensor(test_images)), test_truth)
    test_chosen = pick(test_margin, test_labels, TEST_COUNT)
    print(f"top-1: {(test_margin > 0).mean():.2%} of {len(test_labels)} test pictures, "
          f"{(test_margin[test_chosen] > 0).mean():.2%} of the {TEST_COUNT} chosen")

    train_brightness = train_images.mean((1, 2))
    calib_chosen = pick(train_brightness, train_labels, CALIB_COUNT)

    onnx.save(to_onnx(net), args.out / "fashion_cnn.onnx")
    write_pictures(args.out / "calib", train_images, train_labels, calib_chosen)
    lines = write_pictures(args.out / "test", test_images, test_labels, test_chosen)
    (args.out / "test" / "labels.tsv").write_text("".join(sorted(lines)))
    for name, content in ("recipe.json", RECIPE), ("preprocess.json", PREPROCESS):
        (args.out / name).write_text(json.dumps(content, indent=2) + "\n")


if __name__ == "__main__":
    main()
