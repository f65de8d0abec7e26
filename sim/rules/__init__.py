"""The rules: one table of options, rule sets, and the presets of the rule texts."""

from sim.rules.options import BadValue, Option, range_values
from sim.rules.presets import load_preset, preset_names, preset_sources, validate_preset
from sim.rules.ruleset import (
    KERNEL_DTYPE,
    Rules,
    RulesError,
    contradictions,
    decks_needed,
    hand_sizes,
    parse_assignments,
    parse_value,
)
from sim.rules.table import BY_KEY, OPTIONS, SECTIONS

__all__ = [
    "BY_KEY",
    "KERNEL_DTYPE",
    "OPTIONS",
    "SECTIONS",
    "BadValue",
    "Option",
    "Rules",
    "RulesError",
    "contradictions",
    "decks_needed",
    "hand_sizes",
    "load_preset",
    "parse_assignments",
    "parse_value",
    "preset_names",
    "preset_sources",
    "range_values",
    "validate_preset",
]
