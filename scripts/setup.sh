# Sourced by the other scripts: the tools they need, and one target folder for all of them.
# shellcheck shell=bash

say() { printf '\n== %s\n' "$*" >&2; }

need_package() { # command package
    command -v "$1" >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing $2"
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2" >/dev/null
    else
        echo "error: $1 is missing" >&2
        echo " hint: install it, on Debian with: sudo apt-get install $2" >&2
        exit 1
    fi
}

# Sets schemathesis to the Python that has it, in an environment of its own. Installs what requirements.txt
# names when that is not there yet; without Python or the network it says so and fails.
need_schemathesis() {
    local wanted cache
    wanted=$(dirname "${BASH_SOURCE[0]}")/../crates/ruminate/tests/clients/schemathesis/requirements.txt
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/ruminate/schemathesis
    schemathesis=$cache/bin/python
    cmp -s "$wanted" "$cache/requirements.txt" && [ -x "$schemathesis" ] && return
    say "installing Schemathesis"
    if ! { python3 -m venv "$cache" && "$schemathesis" -m pip install --quiet --requirement "$wanted"; } >&2; then
        echo "error: Schemathesis is missing and cannot be installed" >&2
        echo " hint: it needs Python 3.10 or newer with venv, and the network once" >&2
        return 1
    fi
    cp "$wanted" "$cache/requirements.txt"
}

# What the model in the box is built with: cmake, and the libclang that reads its headers. Where they are
# missing they come as Python packages, into an environment of their own: no root, nothing to remove.
need_box_tools() {
    local tools=${XDG_CACHE_HOME:-$HOME/.cache}/ruminate/build-tools
    command -v cmake >/dev/null && has_libclang && return
    if [ ! -x "$tools/bin/cmake" ]; then
        say "installing cmake and libclang"
        if ! { python3 -m venv "$tools" && "$tools/bin/python" -m pip install --quiet cmake libclang; } >&2; then
            rm -rf "$tools"
            echo "error: cmake and libclang are missing and cannot be installed" >&2
            echo " hint: install them, on Debian with: sudo apt-get install cmake libclang-dev" >&2
            return 1
        fi
    fi
    export PATH="$PATH:$tools/bin"
    LIBCLANG_PATH=$(dirname "$(find "$tools" -name 'libclang.so' -o -name 'libclang.dylib' | head -n 1)")
    if [ ! -e "$LIBCLANG_PATH/libclang.so" ] && [ ! -e "$LIBCLANG_PATH/libclang.dylib" ]; then
        echo "error: the package libclang has no library for this machine" >&2
        return 1
    fi
    # It brings no headers of its own.
    BINDGEN_EXTRA_CLANG_ARGS="-I$(cc -print-file-name=include)"
    export LIBCLANG_PATH BINDGEN_EXTRA_CLANG_ARGS
}

has_libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] && return
    compgen -G '/usr/lib/llvm-*/lib/libclang*.so' >/dev/null || compgen -G '/usr/lib*/libclang.so' >/dev/null
}

[ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
if ! command -v cargo >/dev/null; then
    echo "error: there is no Rust toolchain" >&2
    echo " hint: install one from https://rustup.rs, version 1.95 or newer" >&2
    exit 1
fi
need_package cc build-essential

# One folder for each kind of processor: what is built uses all that this one can do.
processor=$( (grep -m 1 -i '^\(flags\|features\)' /proc/cpuinfo || uname -m) 2>/dev/null | cksum | cut -d ' ' -f 1)
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/ruminate/target-$processor}"

# The official clients of the protocols that the server speaks. Without them, and without a network to get
# them by, the tests that need them say so and are skipped.
install_clients() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        need_package npm npm
        python3 -c 'import ensurepip' 2>/dev/null || need_package python3-venv python3-venv
    fi
    scripts/clients >/dev/null || say "OpenAI's clients cannot be installed: their tests will be skipped"
    if scripts/mcp-peers >/dev/null; then
        export RUMINATE_TEST_NEEDS_PEERS=1
    else
        say "what others speak MCP with cannot be installed: ITS TESTS WILL BE SKIPPED"
    fi
}
