# Shared by the scripts: a virtual environment beside the project, made once and kept current.
# Usage: prepare EXTRA, with EXTRA empty or the name of an optional dependency group.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv="$root/.venv"

fail() {
    echo "Error: $1" >&2
    exit 2
}

# The first Python that is new enough; PYTHON, if set, is the only one tried.
find_python() {
    local candidate
    local -a candidates=(python3.13 python3.12 python3.11 python3 python)
    if [ -n "${PYTHON:-}" ]; then candidates=("$PYTHON"); fi
    for candidate in "${candidates[@]}"; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

# Installed, for this pyproject.toml, with nothing broken since? What the group "test" holds
# includes what a plain installation holds.
is_current() {
    local group
    for group in "$1" test; do
        if [ "$(cat "$venv/.installed-$group" 2>/dev/null)" = "$2" ]; then
            "$venv/bin/daihinmin" --version >/dev/null 2>&1
            return
        fi
    done
    return 1
}

# A virtual environment that works: one that was interrupted, or moved, is made anew.
make_venv() {
    local python
    if "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        return 0
    fi
    python=$(find_python) \
        || fail "no Python 3.11 or newer was found${PYTHON:+ at PYTHON=$PYTHON}; set PYTHON to one"
    echo "Creating $venv with $("$python" --version)"
    rm -rf "$venv"
    "$python" -m venv "$venv" \
        || fail "$python could not create a virtual environment (on Debian: apt install python3-venv)"
}

prepare() {
    local group="${1:-base}" extra="$1" want
    want=$(cksum <"$root/pyproject.toml")
    if is_current "$group" "$want"; then
        return 0
    fi
    make_venv
    echo "Installing into $venv (a minute or two the first time)"
    rm -f "$venv/.installed-$group"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --editable "$root${extra:+[$extra]}" \
        || fail "the installation failed; see above, and run this again"
    echo "$want" >"$venv/.installed-$group"
}
