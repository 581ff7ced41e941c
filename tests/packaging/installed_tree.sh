#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs a build into a temporary folder, moves it, and quantizes the installed sample with it in an empty environment.
# Usage: installed_tree.sh CMAKE BUILD_DIR SOURCE_DIR
set -euo pipefail
cmake=$1 build=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf 'FAIL: %s\n' "$*" >&2; exit 1; }

"$cmake" --install "$build" --prefix "$work/installed" >"$work/install.log" || fail "$(cat "$work/install.log")"
tree=$work/moved
mv "$work/installed" "$tree"

# Libraries are looked for in the tree only.
programs=0
while IFS= read -r file; do
    readelf -h "$file" >/dev/null 2>&1 || continue
    programs=$((programs + 1))
    runpath=$(readelf -d "$file" | sed -n 's/.*R\(UN\)\?PATH.*\[\(.*\)\]/\2/p')
    for folder in ${runpath//:/ }; do
        # shellcheck disable=SC2016
        case $folder in '$ORIGIN'*) ;; *) fail "${file#"$tree"/} looks for libraries in $folder" ;; esac
    done
done < <(find "$tree" -type f)
[ "$programs" -ge 2 ] || fail "the program and the picture decoder are not both installed"

# Licences and documents: ours, and those of what comes along or is linked in.
doc=$tree/share/doc/quantiscope
cmp "$doc/LICENSE" "$source/LICENSE" || fail "our LICENSE is not installed"
[ -s "$doc/README.md" ] && [ -s "$tree/share/man/man1/qscope.1" ] || fail "README.md or the manual page is missing"
if find "$tree" -name 'libonnxruntime*' | grep -q .; then
    for file in onnxruntime/LICENSE onnxruntime/ThirdPartyNotices.txt onnx/LICENSE; do
        [ -s "$doc/licenses/$file" ] || fail "the licence file $file is missing"
    done
fi

# The window's entry in a desktop, where there is a window.
if [ -e "$tree/bin/quantiscope" ]; then
    id=org.quantiscope.Quantiscope
    for file in "applications/$id.desktop" "mime/packages/$id.xml" "metainfo/$id.metainfo.xml" \
        "icons/hicolor/scalable/apps/$id.svg" man/man1/quantiscope.1; do
        [ -s "$tree/share/$file" ] || fail "share/$file is missing"
    done
fi

# It works, with the sample that is installed beside it, and takes nothing from the build.
sample=$tree/share/quantiscope/sample
mkdir "$work/home"
env -i HOME="$work/home" LD_DEBUG=files LD_DEBUG_OUTPUT="$work/loaded" "$tree/bin/qscope" quantize \
    "$sample/fashion_cnn.onnx" -o "$work/int8.onnx" -r "$sample/recipe.json" --samples 4 --json --quiet \
    >"$work/report.json" 2>"$work/messages" || fail "the installed qscope: $(cat "$work/messages")"
[ -s "$work/int8.onnx" ] || fail "the installed qscope wrote no model"
env -i HOME="$work/home" "$tree/bin/qscope" inspect "$work/int8.onnx" | grep -q QuantizeLinear ||
    fail "the model that the installed qscope wrote holds no QuantizeLinear"
cat "$work"/loaded.* | sed -n 's/.*calling init: //p' >"$work/libraries"
grep -q "^$tree/.*/libquantiscope_images.so$" "$work/libraries" || fail "the picture decoder did not come from the tree"
if grep "^$build/" "$work/libraries"; then fail "the libraries above came from the build"; fi
echo "$programs files checked, sample quantized"
