# Shared by the scripts: a virtual environment beside the project, made once and kept current.
# Usage: prepare EXTRA, with EXTRA empty or the name of an optional dependency group.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv="$root/.venv"

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
        [ -n "$candidate" ] || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return 0
        fi
    done
    echo "Error: no Python 3.11 or newer was found; set PYTHON to one" >&2
    return 1
}

prepare() {
    local extra="$1" stamp python want
    stamp="$venv/.installed-${extra:-base}"
    want=$(cksum < "$root/pyproject.toml")
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && [ -x "$venv/bin/daihinmin" ]; then
        return 0
    fi
    python=$(find_python) || exit 2
    if ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        echo "Creating $venv with $("$python" --version)"
        rm -rf "$venv"
        "$python" -m venv "$venv"
    fi
    echo "Installing (this takes a minute or two the first time)"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --editable "$root${extra:+[$extra]}"
    echo "$want" > "$stamp"
}
