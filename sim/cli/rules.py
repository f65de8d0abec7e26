"""``daihinmin rules``: the options, presets, and what an option changes."""

from __future__ import annotations

import sys

import click

from sim.cli.errors import user_errors
from sim.cli.options import chosen_rules
from sim.rules import BY_KEY, OPTIONS, SECTIONS, load_preset, preset_names, preset_sources
from sim.rules.ruleset import Rules, RulesError


@click.group(invoke_without_command=True)
@click.option("--markdown", is_flag=True, help="Print the list as Markdown.")
@click.pass_context
def rules(ctx: click.Context, markdown: bool) -> None:
    """List every rule option, or use one of the commands below."""
    if ctx.invoked_subcommand is not None:
        return
    if markdown:
        from sim.rules.document import markdown as document

        click.echo(document(), nl=False)
    elif sys.stdout.isatty():
        _print_tables()
    else:
        _print_lines()


def _print_lines() -> None:
    """The list for a pipe: a few lines an option."""
    for section, title in SECTIONS.items():
        click.echo(f"\n{section}. {title}")
        for option in OPTIONS:
            if option.section == section:
                default = option.kind.text(option.default) or "empty"
                click.echo(f"  {option.key} = {default}   ({option.kind.allowed()})")
                click.echo(f"      {option.doc} [{option.source}]")
                click.echo(f"      {option.japanese}" + f"; {option.names}" * bool(option.names))
    click.echo(f"\nPresets: {', '.join(preset_names())}")


def _print_tables() -> None:
    """The list for a terminal: a table for each section of the catalogue."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for section, title in SECTIONS.items():
        table = Table(title=f"{section}. {title}", title_justify="left", title_style="bold")
        table.add_column("option", style="cyan", no_wrap=True)
        for heading in ("values", "meaning", "source", "names"):
            table.add_column(heading)
        for option in OPTIONS:
            if option.section == section:
                default = option.kind.text(option.default) or "empty"
                table.add_row(
                    f"{option.key}\n  = {default}",
                    option.kind.allowed(),
                    option.doc,
                    option.source,
                    option.japanese + f"\n{option.names}" * bool(option.names),
                )
        console.print(table)
    console.print(f"Presets: {', '.join(preset_names())}", highlight=False)


@rules.command()
@click.argument("preset")
@click.option("-r", "changes", multiple=True, metavar="KEY=VALUE", help="Change one rule option.")
@click.option("--all", "everything", is_flag=True, help="Also show options left at their defaults.")
@user_errors
def show(preset: str, changes: tuple[str, ...], everything: bool) -> None:
    """Print PRESET as it differs from the defaults, with its sources."""
    chosen = chosen_rules(preset, changes)
    name = preset.partition(":")[0]
    sources = preset_sources(name)
    click.secho(f"{name}: {load_preset(name).title}", bold=True)
    if parents := _parents(name):
        click.echo("a child of " + ", itself a child of ".join(parents))
    base, differs = Rules.preset(name), chosen.differences()
    for option in OPTIONS:
        key = option.key
        if key in differs or everything:
            note = sources.get(key, "default" if key not in differs else "")
            if chosen[key] != base[key]:
                note = "changed here"
            click.echo(
                f"  {key} = {chosen.text(key) or '(empty)'}" + (f"   # {note}" if note else "")
            )


def _parents(name: str) -> list[str]:
    """The ancestors of a preset, the nearest first."""
    found: list[str] = []
    while parent := load_preset(name).parent:
        found.append(parent)
        name = parent
    return found


@rules.command()
@click.argument("key")
@user_errors
def explain(key: str) -> None:
    """Show what KEY does, with an example position and what it changes there."""
    if key not in BY_KEY:
        known = _called(key)
        hint = f"it is {known} here" if known else "'daihinmin rules' lists them all"
        raise RulesError(f"unknown rule option {key!r}; {hint}")
    from sim.rules.explain import explain_option

    click.echo(explain_option(key))


def _called(name: str) -> str:
    """The options that some text calls by a name, or that nearly have it."""
    from difflib import get_close_matches

    word = name.casefold()
    named = [o.key for o in OPTIONS if word in o.names.casefold() or word == o.japanese]
    return " or ".join(named or get_close_matches(word, list(BY_KEY), n=3, cutoff=0.7))
