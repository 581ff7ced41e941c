#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes pictures of every perspective of the window, to look at beside the design: light, dark, Chinese, a small window
# and 200 %, with the bundled sample and, where ../shared lies beside the project, with YOLOX-nano.
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
if [ -f "$shared/models/yolox_nano/yolox_nano.onnx" ]; then
    set -- --model "$shared/models/yolox_nano/yolox_nano.onnx" --data "$shared/data/coco_like" --preset VINT8 \
        --preprocess yolo
    take yolox 1 "$@"
    take yolox-dark 1 --theme dark "$@"
    take yolox-chinese 2 --language zh_CN --size 1440x900 "$@"
fi
