# SPDX-License-Identifier: GPL-3.0-or-later
"""What the benchmarks have in common: the networks, their samples, and tables in Markdown files."""
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/parity"))
from goldens import Golden  # noqa: E402

MODELS = {
    "squeezenet_fp32": "squeezenet_fp32/SqueezeNet_fp32.onnx",
    "yolox_nano": "yolox_nano/yolox_nano.onnx",
    "ppocr_v4_det": "ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx",
    "bert_mini_sst2": "bert_mini_sst2/bert_mini_sst2.onnx",
    "mobilenetv2_cifar10": "mobilenetv2_cifar10/mobilenetv2_cifar10.onnx",
    "vit_cifar10": "vit_cifar10/pgd_2_3_16.onnx",
}


def write_samples(shared, name, count, folder):
    """The calibration samples of a model's golden, repeated to `count`, as a stacked .npz file; returns its path."""
    golden = Golden(shared / "goldens" / name, shared)
    repeats = -(-count // len(next(iter(golden.calibration.values()))))
    path = Path(folder) / f"{name}.npz"
    np.savez(path, **{k: np.concatenate([v] * repeats)[:count] for k, v in golden.calibration.items()})
    return path


def row_of(bench, shared, name, data, *options):
    """The line that a bench program prints of a model; it is printed as well."""
    command = [bench, shared / "models" / MODELS[name], data, *options]
    row = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout.strip()
    print(row, flush=True)
    return row


def replace_table(path, table, mark="table"):
    """Puts `table` between the two marks <!-- table --> of a Markdown file."""
    mark = f"<!-- {mark} -->"
    before, _, after = path.read_text().split(mark)
    path.write_text(f"{before}{mark}\n{table}{mark}{after}")
