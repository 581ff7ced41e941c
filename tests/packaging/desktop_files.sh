#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the files of the window's entry in a desktop with the desktop's own tools, and that they fit together.
# Usage: desktop_files.sh BUILD_DIR SOURCE_DIR
set -euo pipefail
build=$1 source=$2
id=org.quantiscope.Quantiscope
linux=$source/packaging/linux
fail() { printf 'FAIL: %s\n' "$*" >&2; exit 1; }
skipped=0
tool() {
    command -v "$1" >/dev/null && return 0
    echo "skipped: $1 is not installed"
    skipped=1
    return 1
}

if tool desktop-file-validate; then desktop-file-validate "$linux/$id.desktop" || fail "$id.desktop"; fi
metainfo=$build/packaging/$id.metainfo.xml
if tool appstreamcli; then
    appstreamcli validate --no-net "$metainfo" || fail "$id.metainfo.xml"
fi
if tool xmllint; then xmllint --noout "$linux/$id.xml" "$metainfo" || fail "no XML"; fi

# Each names the others.
grep -qx "Icon=$id" "$linux/$id.desktop" || fail "the desktop entry names another icon"
grep -qx 'Exec=quantiscope %f' "$linux/$id.desktop" || fail "the desktop entry does not hand on a file"
grep -q "<launchable type=\"desktop-id\">$id.desktop</launchable>" "$metainfo" || fail "the metainfo starts something else"
for type in $(sed -n 's/^MimeType=//p' "$linux/$id.desktop" | tr ';' ' '); do
    grep -q "<mime-type type=\"$type\">" "$linux/$id.xml" || fail "nothing says which files are $type"
done
grep -q '@' "$metainfo" && fail "the metainfo was not filled in"
if [ "$skipped" = 1 ]; then exit 77; fi
echo "desktop entry, metainfo and file types checked"
