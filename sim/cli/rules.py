"""``daihinmin rules``: the options, presets, and what an option changes."""

from __future__ import annotations

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
        return
    for section, title in SECTIONS.items():
        click.secho(f"\n{section}. {title}", bold=True)
        for option in OPTIONS:
            if option.section == section:
                default = option.kind.text(option.default) or "empty"
                click.secho(f"  {option.key}", fg="cyan", nl=False)
                click.echo(f" = {default}   ({option.kind.allowed()})")
                click.echo(f"      {option.doc} [{option.source}]")
    click.echo(f"\nPresets: {', '.join(preset_names())}")


@rules.command()
@click.argument("preset")
@click.option("-r", "changes", multiple=True, metavar="KEY=VALUE", help="Change one rule option.")
@click.option("--all", "everything", is_flag=True, help="Also show options left at their defaults.")
@user_errors
def show(preset: str, changes: tuple[str, ...], everything: bool) -> None:
    """Print PRESET as it differs from the defaults, with its sources."""
    chosen = chosen_rules(preset, changes)
    name = preset.partition(":")[0]
    loaded, sources = load_preset(name), preset_sources(name)
    click.secho(f"{name}: {loaded.title}", bold=True)
    if loaded.parent:
        click.echo(f"a child of {loaded.parent}")
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


@rules.command()
@click.argument("key")
@user_errors
def explain(key: str) -> None:
    """Show what KEY does, with an example position and what it changes there."""
    if key not in BY_KEY:
        raise RulesError(f"unknown rule option {key!r}; 'daihinmin rules' lists them all")
    from sim.rules.explain import explain_option

    click.echo(explain_option(key))
