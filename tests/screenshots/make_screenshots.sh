#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes pictures of every perspective of the window, to look at beside the design: light, dark, Chinese, a small window
# and 200 %, with the bundled sample and, where ../shared lies beside the project, with
# real models.
#
#   tests/screenshots/make_screenshots.sh FOLDER [PROGRAM]
#
# PROGRAM is quantiscope_screenshots, as built by default in build/release. Needs xvfb-run.
set -eu

if [ $# -lt 1 ]; then
    echo "usage: $0 FOLDER [PROGRAM]" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$1
program=${2:-$root/build/release/tests/quantiscope_screenshots}
shared=${QUANTISCOPE_SHARED:-$root/../shared}
if [ ! -x "$program" ]; then
    echo "$program is not there: build the target quantiscope_screenshots first." >&2
    exit 1
fi
if ! command -v xvfb-run > /dev/null; then
    echo "xvfb-run is missing: install the package xvfb." >&2
    exit 1
fi

# take NAME SCALE ARGUMENTS…
take() {
    name=$1 scale=$2
    shift 2
    QT_SCALE_FACTOR=$scale xvfb-run -a -s "-screen 0 3200x2000x24" "$program" "$out/$name" "$@"
}

take light 1
take dark 1 --theme dark
take chinese 1 --language zh_CN
take small 1 --size 1280x800
take double 2 --size 1440x900
# real NAME SCALE MODEL DATA PRESET PREPROCESS ARGUMENTS…: with a model of the collection, where that is
real() {
    real_name=$1 real_scale=$2 model=$shared/models/$3 samples=$4 preset=$5 steps=$6
    shift 6
    if [ ! -f "$model" ]; then
        echo "$model is not there: no pictures '$real_name'." >&2
        return 0
    fi
    take "$real_name" "$real_scale" --model "$model" --data "$samples" --preset "$preset" --preprocess "$steps" "$@"
}

data=$shared/data
yolox=yolox_nano/yolox_nano.onnx
real yolox 1 $yolox "$data/coco_like" VINT8 raw --without-analyse
real yolox-dark 1 $yolox "$data/coco_like" VINT8 raw --without-analyse --theme dark
real yolox-chinese 2 $yolox "$data/coco_like" VINT8 raw --without-analyse --language zh_CN --size 1440x900
real mobilenet 1 mobilenetv2_cifar10/mobilenetv2_cifar10.onnx "$data/cifar10/calib" A8W8 unit --labelled "$data/cifar10/test"
real ppocr 1 ppocr_v4_det/ch_PP-OCRv4_det_infer.onnx "$data/ocr" A8W8 imagenet --without-analyse
real bert 1 bert_mini_sst2/bert_mini_sst2.onnx random:1 A8W8 ""
