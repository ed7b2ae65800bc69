# shellcheck shell=bash disable=SC2034
# What the benchmarks share: where things go, and how they are built. Nothing is written into the repository.

set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/ruminate/bench
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$cache/target}
export PIP_DISABLE_PIP_VERSION_CHECK=1
mkdir -p "$cache"

# Databases of one benchmark; gone when it ends.
data=$(mktemp -d "$cache/data.XXXXXX")
trap 'rm -rf "$data"' EXIT

build() {
    cargo build --quiet --release --locked --manifest-path "$repository/Cargo.toml" "$@" >&2
    engine=$CARGO_TARGET_DIR/release/bench-engine
}

make_venv() {
    python3 -m venv --clear "$venv" || {
        echo "python3 cannot make a virtual environment; on Debian: apt install python3-venv" >&2
        exit 1
    }
}

# The newest LangGraph, unless one is there already.
install_langgraph() {
    venv=$cache/langgraph-venv
    python=$venv/bin/python
    if ! "$python" -c 'import langgraph.checkpoint.sqlite' 2>/dev/null; then
        make_venv
        "$python" -m pip install --quiet langgraph langgraph-checkpoint-sqlite >&2
    fi
}

# FastAPI with what people run it with, unless it is there already.
install_fastapi() {
    venv=$cache/fastapi-venv
    python=$venv/bin/python
    if ! "$python" -c 'import fastapi, uvicorn, uvloop, sqlalchemy, aiosqlite, aiohttp, orjson' 2>/dev/null; then
        make_venv
        "$python" -m pip install --quiet fastapi 'uvicorn[standard]' 'sqlalchemy[asyncio]' aiosqlite aiohttp orjson >&2
    fi
}

describe_machine() {
    local file_system
    file_system=$(findmnt --noheadings --output FSTYPE --target "$data" || echo unknown)
    echo "$(date --utc +%F), $(nproc) cores, $(awk '/MemTotal/ { printf "%.0f GiB", $2 / 2^20 }' /proc/meminfo)," \
        "$(. /etc/os-release && echo "$PRETTY_NAME"), Linux $(uname -r), $file_system," \
        "load $(cut -d' ' -f1 /proc/loadavg) at the start."
    echo
}
