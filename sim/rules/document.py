"""The list of rules as Markdown, generated from the table."""

from __future__ import annotations

from sim.rules.table import OPTIONS, SECTIONS

HEAD = """# The rule options

Generated from the rule table by `daihinmin rules --markdown`; a test keeps it current. The number
behind a name says which rule text calls the rule so.
"""


def markdown() -> str:
    """The whole list, one section of the catalogue after another."""
    lines = [HEAD]
    for section, title in SECTIONS.items():
        lines += [f"## {section}. {title}", ""]
        lines += [
            "| option | values | default | meaning | Japanese | source | names in the texts |"
        ]
        lines += ["|---|---|---|---|---|---|---|"]
        for option in OPTIONS:
            if option.section == section:
                default = option.kind.text(option.default) or "empty"
                cells = (
                    f"`{option.key}`",
                    option.kind.allowed(),
                    f"`{default}`",
                    option.doc,
                    option.japanese,
                    option.source,
                    option.names or "–",
                )
                lines.append("| " + " | ".join(cells) + " |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"
