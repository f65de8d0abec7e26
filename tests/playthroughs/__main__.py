"""``python -m tests.playthroughs``: write the golden files anew."""

from __future__ import annotations

from tests.playthroughs import SEEDS, path_of, playthrough

for name in SEEDS:
    path_of(name).write_text(playthrough(name), encoding="utf-8")
    print(path_of(name).name)
