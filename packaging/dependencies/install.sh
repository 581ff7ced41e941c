#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what the system's packages do not give: onnx (built once from its source distribution) and ONNX Runtime
# (library from its Python wheel, headers from Debian's development package), each in its own folder below the cache.
#
# Usage: install.sh CACHE_DIR   installs; prints the prefixes, joined by ';', as its last line
#        install.sh --check     says why it cannot work on this system, or nothing
#
# A folder's name holds a hash of everything that it was made from, so a second clone and a second run find it and a change
# makes a new one. It appears in the cache only when it is complete (built beside it, then renamed). Several runs may share
# a cache: they take turns.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=versions.env
. "$here/versions.env"

say() { printf '    %s\n' "$*" >&2; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

# check_sha256 FILE SUM: refuses a download that is not the one that was pinned.
check_sha256() {
    local actual
    actual=$(sha256sum "$1" | cut -d' ' -f1)
    [ "$actual" = "$2" ] || fail "$(basename "$1") has SHA-256 $actual, expected $2 (packaging/dependencies/versions.env)."
}

# at_least A B: is version A >= B? An empty A is not.
at_least() { [ -n "$1" ] && [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'; }

# candidate NAME: upstream version of an installed package, or of the one that apt would install; empty without either.
candidate() {
    local v=
    if is_installed "$1"; then
        v=$(dpkg-query -W -f '${Version}' "$1")
    else
        v=$(apt-cache policy "$1" 2>/dev/null | awk '/Candidate:/{print $2}')
    fi
    [ "$v" != "(none)" ] || v=
    v=${v#*:}
    printf '%s' "${v%%[-+~]*}"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        command -v sudo >/dev/null || fail "installing packages needs root or sudo."
        sudo "$@"
    fi
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >&2; }

# Both or neither: Debian's libonnxruntime brings Debian's libonnx, and two onnx in one process register the same messages
# with one libprotobuf, which ends it.
system_serves() {
    at_least "$(candidate libonnx-dev)" "$SYSTEM_ONNX_MINIMUM" &&
        at_least "$(candidate libonnxruntime-dev)" "$SYSTEM_ONNXRUNTIME_MINIMUM"
}

install_from_system() {
    local package
    for package in libonnx-dev libonnxruntime-dev; do
        is_installed "$package" || apt_get install -y --no-install-recommends "$package" ||
            fail "apt-get could not install $package."
        say "$package $(candidate "$package") of this system"
    done
}

# One run at a time. The lock goes with the process, so what a killed run left behind can be removed by who holds it.
lock_cache() {
    exec 9>"$cache/.lock"
    flock --nonblock 9 || {
        say "another run is filling the cache; waiting for it"
        flock 9
    }
    rm -rf "$cache"/build.*
}

# provide NAME FUNCTION INPUT...: unless it is in the cache, calls FUNCTION WORK_DIR, which makes WORK_DIR/prefix from the
# inputs. The hash is of them and of the function's own text.
provide() {
    local make=$2 prefix
    prefix=$cache/$1-$(printf '%s\n' "${@:3}" "$(declare -f "$make")" | sha256sum | cut -c1-8)
    prefixes+=("$prefix")
    [ ! -f "$prefix/.complete" ] || return 0
    lock_cache
    if [ ! -f "$prefix/.complete" ]; then
        work=$(mktemp -d "$cache/build.XXXXXX")
        trap 'rm -rf "$work"' EXIT
        "$make" "$work"
        touch "$work/prefix/.complete"
        rm -rf "$prefix"
        mv "$work/prefix" "$prefix"
        rm -rf "$work"
        trap - EXIT
    fi
    exec 9>&-
}

# pip runs a source distribution's build tools to read its name: they are installed first, by hash, so that neither they nor
# anything else comes unpinned.
make_onnx() {
    local work=$1 source=$1/onnx-$ONNX_VERSION python=$1/python/bin
    say "onnx $ONNX_VERSION: building from its source distribution (about two minutes)"
    python3 -m venv "$work/python" >&2
    "$python/pip" install --quiet --no-deps --only-binary :all: --require-hashes -r "$here/build-tools.txt" >&2
    printf 'onnx==%s --hash=sha256:%s\n' "$ONNX_VERSION" "$ONNX_SDIST_SHA256" >"$work/onnx.txt"
    PATH=$python:$PATH "$python/pip" download --quiet --no-deps --no-build-isolation --no-binary onnx --require-hashes \
        -r "$work/onnx.txt" -d "$work" >&2
    tar -xzf "$source.tar.gz" -C "$work"
    {
        "$python/cmake" -G Ninja -S "$source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
            -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DONNX_ML=ON \
            -DONNX_BUILD_PYTHON=OFF -DBUILD_SHARED_LIBS=OFF -DONNX_USE_PROTOBUF_SHARED_LIBS=ON &&
            "$python/cmake" --build "$work/build" && "$python/cmake" --install "$work/build"
    } >"$work/log" 2>&1 || {
        tail -n 40 "$work/log" >&2
        fail "building onnx failed (the log's end is above)."
    }
    install -D -m 644 -t "$work/prefix/share/licenses/onnx" "$source/LICENSE"
}

# The first Debian mirror among this machine's package sources, or nothing; nothing, too, before apt-get has fetched its lists.
debian_mirror() {
    apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null | sed -n 's/^Debian //p' | head -n 1 || true
}

have_headers() { [ -n "$(debian_mirror)" ] || distribution_headers; }

distribution_headers() {
    local version
    version=$(candidate libonnxruntime-dev)
    at_least "$version" "$ONNXRUNTIME_HEADERS_MINIMUM" && at_least "$ONNXRUNTIME_VERSION" "$version"
}

# fetch_headers DIR: the headers' package into DIR. From Debian it comes through an apt configuration of its own: the
# machine's mirror, another suite; elsewhere it is the distribution's.
fetch_headers() {
    local dir=$1 mirror options
    mkdir -p "$dir/lists/partial" "$dir/archives/partial"
    mirror=$(debian_mirror)
    if [ -n "$mirror" ]; then
        printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' "$mirror" \
            "$ONNXRUNTIME_HEADERS_SUITE" >"$dir/sources.list"
        options=(-o "Dir::Etc::sourcelist=$dir/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$dir/lists"
            -o "Dir::Cache::archives=$dir/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
            -o APT::Sandbox::User=root -o Debug::NoLocking=1)
        apt-get "${options[@]}" -qq update >&2
        (cd "$dir" && apt-get "${options[@]}" -qq download "libonnxruntime-dev=$ONNXRUNTIME_HEADERS_VERSION" >&2)
        check_sha256 "$(echo "$dir"/libonnxruntime-dev_*.deb)" "$ONNXRUNTIME_HEADERS_SHA256"
    else
        distribution_headers || fail "$no_headers"
        (cd "$dir" && apt-get -qq download libonnxruntime-dev >&2) # apt checks its signature
    fi
}

make_onnxruntime() {
    local work=$1 wheel capi
    say "ONNX Runtime $ONNXRUNTIME_VERSION: library from its wheel, headers from libonnxruntime-dev"
    printf 'onnxruntime==%s --hash=sha256:%s\n' "$ONNXRUNTIME_VERSION" "$ONNXRUNTIME_WHEEL_SHA256" >"$work/onnxruntime.txt"
    python3 -m pip download --quiet --no-deps --only-binary :all: --python-version "$ONNXRUNTIME_WHEEL_PYTHON" \
        --platform "$ONNXRUNTIME_WHEEL_PLATFORM" --require-hashes -r "$work/onnxruntime.txt" -d "$work" >&2
    wheel=$(echo "$work"/onnxruntime-*.whl)
    fetch_headers "$work/apt"
    python3 -m zipfile -e "$wheel" "$work/wheel"
    dpkg -x "$(echo "$work"/apt/libonnxruntime-dev_*.deb)" "$work/headers"
    capi=$work/wheel/onnxruntime/capi
    mkdir -p "$work/prefix/lib" "$work/prefix/include" "$work/prefix/share/licenses/onnxruntime"
    cp "$capi/libonnxruntime.so.$ONNXRUNTIME_VERSION" "$work/prefix/lib/"
    ln -s "libonnxruntime.so.$ONNXRUNTIME_VERSION" "$work/prefix/lib/libonnxruntime.so.1"
    ln -s libonnxruntime.so.1 "$work/prefix/lib/libonnxruntime.so"
    cp -r "$work/headers/usr/include/onnxruntime" "$work/prefix/include/"
    cp "$work/wheel/onnxruntime/LICENSE" "$work/wheel/onnxruntime/ThirdPartyNotices.txt" \
        "$work/prefix/share/licenses/onnxruntime/"
}

no_headers="ONNX Runtime's C++ headers cannot be had here: none of this system's package sources is a Debian mirror, and its \
own libonnxruntime-dev is missing, older than $ONNXRUNTIME_HEADERS_MINIMUM or newer than $ONNXRUNTIME_VERSION. Debian 12 \
and newer have them; so should Ubuntu from 25.10 on."

check() {
    [ "$(uname -m)" = x86_64 ] ||
        fail "this is a $(uname -m) machine; the ONNX Runtime that is downloaded is for x86_64 only, others are not supported yet."
    command -v apt-get >/dev/null || fail "this script knows Debian and Ubuntu (apt-get). \
Elsewhere install packages of the same meaning by hand and call CMake; CONTRIBUTING.md lists them."
    compgen -G "$1/onnxruntime-$ONNXRUNTIME_VERSION-*/.complete" >/dev/null && return 0
    have_headers || apt_get update || true # the lists may be missing
    have_headers || fail "$no_headers"
}

if [ "${1:-}" = --check ]; then
    check "${2:?usage: install.sh --check CACHE_DIR}"
    exit 0
fi
cache=${1:?usage: install.sh CACHE_DIR | --check CACHE_DIR}
mkdir -p "$cache"
cache=$(cd "$cache" && pwd)

prefixes=()
if system_serves; then
    install_from_system
else
    protobuf=$(dpkg-query -W -f '${Version}' libprotobuf-dev) # onnx's generated code fits one version only
    provide "onnx-$ONNX_VERSION" make_onnx "$ONNX_SDIST_SHA256" "$protobuf" "$(cat "$here/build-tools.txt")"
    provide "onnxruntime-$ONNXRUNTIME_VERSION" make_onnxruntime "$ONNXRUNTIME_WHEEL_SHA256" "$ONNXRUNTIME_HEADERS_SHA256"
fi
(IFS=';'; printf '%s\n' "${prefixes[*]-}")
