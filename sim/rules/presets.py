"""Presets: rule sets by name, each a TOML file that holds its difference from a parent.

A value's trailing comment names the section of the source it comes from; ``daihinmin rules show``
prints it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from sim.rules.options import BadValue
from sim.rules.ruleset import Rules, RulesError, contradictions

_COMMENTED = re.compile(r"^(?P<key>[a-z_]+)\s*=\s*(?P<value>.*?)\s*#\s*(?P<comment>.*)$")


@dataclass(frozen=True)
class Preset:
    """A preset as written: ``values`` differ from ``parent``; ``sources`` says where each is from."""

    name: str
    title: str
    parent: str | None
    games: int
    values: dict[str, Any] = field(hash=False)
    sources: dict[str, str] = field(hash=False)


def preset_names() -> list[str]:
    """All names that ``Rules.preset`` takes, ``default`` first, then alphabetically."""
    folder = resources.files("sim") / "presets"
    found = sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".toml"))
    return ["default", *found]


@cache
def load_preset(name: str) -> Preset:
    """The preset file ``name``. Raises RulesError for an unknown name or a bad file."""
    if name == "default":
        return Preset("default", "The catalogue's defaults", None, 100, {}, {})
    if name not in preset_names():
        raise RulesError(f"unknown preset {name!r}; presets are {', '.join(preset_names())}")
    text = (resources.files("sim") / "presets" / f"{name}.toml").read_text(encoding="utf-8")
    return parse_preset(name, text)


def parse_preset(name: str, text: str) -> Preset:
    """The preset in ``text`` (TOML). Raises RulesError naming what is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"preset {name}: {error}") from None
    unknown = set(data) - {"title", "parent", "games", "rules"}
    if unknown:
        raise RulesError(f"preset {name}: unknown entry {sorted(unknown)[0]!r}")
    sources = {}
    for line in text.splitlines():
        match = _COMMENTED.match(line.strip())
        if match:
            sources[match["key"]] = match["comment"]
    return Preset(
        name,
        data.get("title", name),
        data.get("parent"),
        int(data.get("games", 100)),
        data.get("rules", {}),
        sources,
    )


@cache
def _chain(name: str) -> tuple[Preset, ...]:
    chain, seen = [load_preset(name)], {name}
    while chain[0].parent:
        parent = chain[0].parent
        if parent in seen:
            raise RulesError(f"preset {name}: {parent} is its own ancestor")
        seen.add(parent)
        chain.insert(0, load_preset(parent))
    return tuple(chain)


def preset_values(name: str) -> dict[str, Any]:
    """The raw values of a preset and its ancestors, the nearest winning."""
    values: dict[str, Any] = {}
    for preset in _chain(name):
        values.update(preset.values)
    return values


def preset_sources(name: str) -> dict[str, str]:
    """For each value of a preset the section of the text it comes from."""
    sources: dict[str, str] = {}
    for preset in _chain(name):
        sources.update(preset.sources)
    return sources


def validate_preset(name: str) -> Rules:
    """The preset's rules, refused with RulesError if they contradict themselves."""
    try:
        rules = Rules.preset(name)
    except BadValue as error:
        raise RulesError(f"preset {name}: {error}") from None
    wrong = contradictions(rules)
    if wrong:
        raise RulesError(f"preset {name}: {wrong[0]}")
    return rules
