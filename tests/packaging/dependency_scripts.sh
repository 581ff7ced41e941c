#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What packaging/dependencies/install.sh decides, on systems that are played by fakes of their commands. Nothing is installed.
# Usage: dependency_scripts.sh SOURCE_DIR
set -euo pipefail
install=$1/packaging/dependencies/install.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
mkdir "$work/bin"
PATH=$work/bin:$PATH

fake() { # fake NAME SCRIPT
    printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# system ONNX ONNXRUNTIME SOURCE: versions that apt would install ("(none)"), and the first package source.
system() {
    fake dpkg-query 'case "$*" in *libprotobuf-dev*) echo 3.21.12;; *) exit 1;; esac'
    fake apt-cache "case \"\$2\" in
        libonnx-dev) echo '  Candidate: $1';;
        libonnxruntime-dev) echo '  Candidate: $2';;
        esac"
    fake apt-get "[ \"\$1\" = indextargets ] && { [ -n \"\$NO_LISTS\" ] && [ ! -f $work/updated ] || echo $3; exit 0; }
        case \"\$*\" in *update*) touch $work/updated;; esac
        echo \"\$*\" >>$work/apt; exit \${APT_STATUS:-0}"
    fake python3 'echo "python3 was called" >&2; exit 1'
    fake sudo 'exec "$@"'
    fake uname 'echo x86_64'
    rm -rf "$work/apt" "$work/cache" "$work/updated"
}

# expect NAME STATUS TEXT ARGUMENT...: install.sh's exit status, and a text among what it prints or asks of apt-get.
expect() {
    local name=$1 wanted=$2 text=$3 status=0
    shift 3
    "$install" "$@" >"$work/out" 2>&1 || status=$?
    touch "$work/apt"
    if [ "$status" != "$wanted" ] || { [ -n "$text" ] && ! grep -qF -- "$text" "$work/out" "$work/apt"; }; then
        printf 'FAIL: %s: exit status %s, expected %s and "%s" in:\n' "$name" "$status" "$wanted" "$text" >&2
        cat "$work/out" "$work/apt" >&2
        failures=$((failures + 1))
    fi
}

debian="Debian http://mirror.example/debian/" ubuntu="Ubuntu http://mirror.example/ubuntu/"

system '(none)' '(none)' "$debian"
expect "Debian 12 is supported" 0 "" --check "$work/cache"
NO_LISTS=1 expect "Debian 12 without package lists: they are fetched" 0 "update" --check "$work/cache"
rm -f "$work/updated"
mkdir -p "$work/cache/onnxruntime-1.31.1-abc" && touch "$work/cache/onnxruntime-1.31.1-abc/.complete"
NO_LISTS=1 APT_STATUS=100 expect "a complete cache needs no package lists" 0 "" --check "$work/cache"
rm -rf "$work/cache"
system '(none)' '(none)' "Debian mirror+file:/etc/apt/mirrors/debian.list"
expect "a list of mirrors is a Debian mirror" 0 "" --check "$work/cache"
system '(none)' '(none)' "$debian"
expect "Debian 12 builds onnx" 1 "onnx 1" "$work/cache"
system 1.17.0-3 1.21.0+dfsg-1 "$debian"
expect "Debian 13: an old onnx means that neither is the system's" 1 "python3 was called" "$work/cache"
system 1.17.0-3 9.0.0-1 "$debian"
expect "a new ONNX Runtime alone is not taken" 1 "python3 was called" "$work/cache"
system 9.0.0-1 1.21.0+dfsg-1 "$debian"
expect "a new onnx alone is not taken" 1 "python3 was called" "$work/cache"
system 9.0.0-1 9.0.0~rc1-1 "$debian"
expect "both new: both are installed" 0 "install -y --no-install-recommends libonnxruntime-dev" "$work/cache"
APT_STATUS=100 expect "a failing apt-get is not passed over" 1 "apt-get could not install libonnx-dev" "$work/cache"
system '(none)' '(none)' "$ubuntu"
expect "no source of the headers" 1 "headers cannot be had here" --check "$work/cache"
system '(none)' 1.19.2-1 "$ubuntu"
expect "headers that are too old" 1 "headers cannot be had here" --check "$work/cache"
system '(none)' 9.0.0-1 "$ubuntu"
expect "headers newer than the library" 1 "headers cannot be had here" --check "$work/cache"
system '(none)' 1.23.2-1 "$ubuntu"
expect "headers of the distribution" 0 "" --check "$work/cache"
fake uname 'echo aarch64'
expect "another processor" 1 "aarch64 machine" --check "$work/cache"

[ "$failures" = 0 ] || exit 1
echo "all decisions as expected"
