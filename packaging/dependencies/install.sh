#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what the system's packages do not give: onnx (built once from its source distribution) and ONNX Runtime
# (library from its Python wheel, headers from Debian's development package), each in its own folder below the cache,
# named by version so that a second clone and a second run find it. Prints the prefixes, joined by ';', as its last line.
#
# Usage: install.sh CACHE_DIR
# A folder appears in the cache only when it is complete (built beside it, then renamed).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=versions.env
. "$here/versions.env"
cache=${1:?usage: install.sh CACHE_DIR}
mkdir -p "$cache"

say() { printf '    %s\n' "$*" >&2; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

# check_sha256 FILE SUM: refuses a download that is not the one that was pinned.
check_sha256() {
    local actual
    actual=$(sha256sum "$1" | cut -d' ' -f1)
    [ "$actual" = "$2" ] || fail "$(basename "$1") has SHA-256 $actual, expected $2 (packaging/dependencies/versions.env)."
}

# newer_or_equal A B: is version A >= B?
newer_or_equal() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

# system_package_version NAME: upstream version of an installed package, or of the one that apt would install.
system_package_version() {
    local v
    v=$(dpkg-query -W -f '${Version}' "$1" 2>/dev/null || true)
    [ -n "$v" ] || v=$(apt-cache policy "$1" 2>/dev/null | awk '/Candidate:/{print $2}')
    [ "$v" = "(none)" ] && v=
    v=${v#*:}
    printf '%s' "${v%%[-+]*}"
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# The system's own package serves when it is new enough (Debian >= 13, Ubuntu >= 24.10 and later).
# use_system NAME MINIMUM: installs it and succeeds, or fails quietly.
use_system() {
    local have
    have=$(system_package_version "$1")
    [ -n "$have" ] && newer_or_equal "$have" "$2" || return 1
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed' ||
        as_root apt-get install -y --no-install-recommends "$1" >&2
    say "$1 $have of this system"
}

private_python() {
    local venv=$cache/python
    if [ ! -x "$venv/bin/pip" ]; then
        rm -rf "$venv"
        python3 -m venv "$venv" >&2
    fi
    printf '%s' "$venv"
}

install_onnx() {
    use_system libonnx-dev 1.20 && return
    local prefix=$cache/onnx-$ONNX_VERSION work venv
    if [ ! -f "$prefix/.complete" ]; then
        say "onnx $ONNX_VERSION: building from its source distribution (about two minutes)"
        venv=$(private_python)
        work=$(mktemp -d "$cache/build.XXXXXX")
        # shellcheck disable=SC2064
        trap "rm -rf '$work'" EXIT
        "$venv/bin/pip" install --quiet "cmake==$CMAKE_PIP_VERSION" >&2
        "$venv/bin/pip" download --quiet --no-deps --no-binary onnx "onnx==$ONNX_VERSION" -d "$work" >&2
        check_sha256 "$work/onnx-$ONNX_VERSION.tar.gz" "$ONNX_SDIST_SHA256"
        tar -xzf "$work/onnx-$ONNX_VERSION.tar.gz" -C "$work"
        "$venv/bin/cmake" -G Ninja -S "$work/onnx-$ONNX_VERSION" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
            -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DONNX_ML=ON \
            -DONNX_BUILD_PYTHON=OFF -DBUILD_SHARED_LIBS=OFF -DONNX_USE_PROTOBUF_SHARED_LIBS=ON >"$work/log" 2>&1 &&
            "$venv/bin/cmake" --build "$work/build" >>"$work/log" 2>&1 &&
            "$venv/bin/cmake" --install "$work/build" >>"$work/log" 2>&1 ||
            { tail -n 40 "$work/log" >&2; fail "building onnx failed (the log's end is above)."; }
        touch "$work/prefix/.complete"
        rm -rf "$prefix"
        mv "$work/prefix" "$prefix"
        rm -rf "$work"
        trap - EXIT
    fi
    prefixes+=("$prefix")
}

# Downloads the headers' package through an apt configuration of its own: the machine's mirror, another suite.
fetch_headers_package() {
    local dir=$1 source uri key
    source=$(ls /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
    if [ -n "$source" ]; then
        uri=$(awk '/^URIs:/{print $2; exit}' "$source")
        key=$(awk '/^Signed-By:/{print $2; exit}' "$source")
    else
        uri=$(awk '$1=="deb"{for(i=2;i<=NF;i++) if($i ~ /:\/\//){print $i; exit}}' /etc/apt/sources.list)
    fi
    [ -n "${uri:-}" ] || fail "no Debian mirror found in this machine's apt sources; ONNX Runtime's headers come from there."
    mkdir -p "$dir/lists/partial" "$dir/archives/partial"
    printf 'deb [signed-by=%s] %s %s main\n' "${key:-/usr/share/keyrings/debian-archive-keyring.gpg}" "$uri" \
        "$ONNXRUNTIME_HEADERS_SUITE" >"$dir/sources.list"
    local opts=(-o "Dir::Etc::sourcelist=$dir/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$dir/lists"
        -o "Dir::Cache::archives=$dir/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root
        -o "Debug::NoLocking=1")
    apt-get "${opts[@]}" -qq update >&2
    (cd "$dir" && apt-get "${opts[@]}" -qq download "libonnxruntime-dev=$ONNXRUNTIME_HEADERS_VERSION" >&2)
}

install_onnxruntime() {
    use_system libonnxruntime-dev 1.20 && return
    local prefix=$cache/onnxruntime-$ONNXRUNTIME_VERSION work venv wheel
    if [ ! -f "$prefix/.complete" ]; then
        say "ONNX Runtime $ONNXRUNTIME_VERSION: library from its wheel, headers $ONNXRUNTIME_HEADERS_VERSION"
        venv=$(private_python)
        work=$(mktemp -d "$cache/build.XXXXXX")
        # shellcheck disable=SC2064
        trap "rm -rf '$work'" EXIT
        "$venv/bin/pip" download --quiet --no-deps --only-binary :all: --python-version "$ONNXRUNTIME_WHEEL_PYTHON" \
            --platform "$ONNXRUNTIME_WHEEL_PLATFORM" "onnxruntime==$ONNXRUNTIME_VERSION" -d "$work" >&2
        wheel=$(ls "$work"/onnxruntime-*.whl)
        check_sha256 "$wheel" "$ONNXRUNTIME_WHEEL_SHA256"
        fetch_headers_package "$work/apt"
        check_sha256 "$(ls "$work"/apt/libonnxruntime-dev_*.deb)" "$ONNXRUNTIME_HEADERS_SHA256"
        python3 -m zipfile -e "$wheel" "$work/wheel"
        dpkg -x "$work"/apt/libonnxruntime-dev_*.deb "$work/headers"
        mkdir -p "$work/prefix/lib" "$work/prefix/include" "$work/prefix/share/licenses"
        cp "$work/wheel/onnxruntime/capi/libonnxruntime.so.$ONNXRUNTIME_VERSION" "$work/prefix/lib/"
        ln -s "libonnxruntime.so.$ONNXRUNTIME_VERSION" "$work/prefix/lib/libonnxruntime.so.1"
        ln -s libonnxruntime.so.1 "$work/prefix/lib/libonnxruntime.so"
        cp -r "$work"/headers/usr/include/onnxruntime "$work/prefix/include/"
        cp "$work"/wheel/onnxruntime/LICENSE "$work"/wheel/onnxruntime/ThirdPartyNotices.txt "$work/prefix/share/licenses/"
        touch "$work/prefix/.complete"
        rm -rf "$prefix"
        mv "$work/prefix" "$prefix"
        rm -rf "$work"
        trap - EXIT
    fi
    prefixes+=("$prefix")
}

prefixes=()
install_onnx
install_onnxruntime
(IFS=';'; printf '%s\n' "${prefixes[*]-}")
