"""From cells to ``report.html``, ``report.md``, ``rates.csv`` and the charts."""

from __future__ import annotations

import base64
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from analysis.answer import Answer, Figure, Table
from analysis.frames import core_rates, rates
from analysis.load import Cell, check_one_engine
from analysis.plots.style import Images, save_chart
from analysis.report.facts import Facts, facts_of
from analysis.studies import answer_for
from sim.errors import InputError

SHORT = 16
"""Tables with more rows are folded away on the page."""
MARKDOWN_ROWS = 40
"""Tables with more rows are cut in ``report.md``."""
CSV_CELLS = 400
"""Studies with more cells get fewer measures in ``rates.csv``, which goes into repositories."""
CSV_SHORT = (
    "daihinmin_repeat", "daifugo_repeat", "daihinmin_to_daifugo", "prais_shorrocks",
    "rank_correlation", "rise_games", "turns_per_game",
)  # fmt: skip
CSV_COLUMNS = ("measure", "of", "value", "se", "low", "high", "trials", "games", "unit", "status")


@dataclass(frozen=True)
class Report(os.PathLike[str]):
    """A finished report: ``path`` of its page; as text the answer in words."""

    path: Path
    text: str

    def __fspath__(self) -> str:
        return str(self.path)

    def __str__(self) -> str:
        return self.text


def build_report(
    study: Any, cells: Sequence[Cell], out_dir: str | Path, meta: Mapping[str, Any] | None = None
) -> Report:
    """Write the report of a study into ``out_dir``.

    ``study``: what ``load_cells`` tells of it, a mapping (or an object) with ``name``, ``title``,
    ``question``, ``notes``, ``skipped`` and ``runs``. ``meta`` overrides what is known of command,
    seed, versions and engine. Files: ``report.html`` (self-contained), ``report.md``, ``rates.csv``,
    ``charts/*.png`` and ``*.svg``. Everything is made before anything is replaced. Raises InputError
    where no games have been played, and for a directory that cannot be written.
    """
    played = [cell for cell in cells if cell.games]
    out = Path(out_dir)
    if not played:
        raise InputError(f"{out}: no games have been played; there is nothing to report")
    engine = check_one_engine(played)
    facts = facts_of(study, played, {"engine": engine, **dict(meta or {})}, len(cells))
    answer = answer_for(facts.name, played)
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".report-", dir=out) as made:
            _write(facts, answer, played, Path(made))
            _replace(Path(made), out)
    except OSError as error:
        raise InputError(f"{out}: the report cannot be written: {error.strerror}") from None
    return Report(out / "report.html", "\n\n".join(answer.sentences))


def _write(facts: Facts, answer: Answer, cells: Sequence[Cell], out: Path) -> None:
    images = [save_chart(chart, out / "charts") for chart in answer.charts]
    environment = _environment()
    context = {
        "facts": facts,
        "answer": answer,
        "images": images,
        "short": SHORT,
        "markdown_rows": MARKDOWN_ROWS,
    }
    for name in ("report.html", "report.md"):
        text = environment.get_template(name).render(**context)
        (out / name).write_text(text.strip() + "\n", encoding="utf-8")
    csv_frame(cells, answer.measures).to_csv(
        out / "rates.csv", index=False, float_format="%.6g", lineterminator="\n"
    )


def csv_frame(cells: Sequence[Cell], more: tuple[str, ...]) -> Any:
    """The rates of ``rates.csv``: labels, then the columns of ``CSV_COLUMNS``."""
    if len(cells) > CSV_CELLS:
        frame = rates(cells, dict.fromkeys((*CSV_SHORT, *more)))
    else:
        frame = core_rates(cells, more)
    labels = list(dict.fromkeys(key for cell in cells for key in cell.labels))
    return frame[[*labels, *CSV_COLUMNS]]


def _replace(made: Path, out: Path) -> None:
    """Put the finished files in the place of older ones; charts of an older report go."""
    for name in ("report.html", "report.md", "rates.csv"):
        os.replace(made / name, out / name)
    shutil.rmtree(out / "charts", ignore_errors=True)
    if (made / "charts").exists():
        os.replace(made / "charts", out / "charts")


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("analysis.report"),
        autoescape=lambda name: bool(name and name.endswith(".html")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["data_uri"] = _data_uri
    environment.filters["pipe"] = lambda text: str(text).replace("|", "\\|").replace("\n", " ")
    environment.filters["sortkey"] = _sort_key
    environment.globals["include_raw"] = lambda name: Markup(
        environment.loader.get_source(environment, name)[0]  # type: ignore[union-attr]
    )
    return environment


def _data_uri(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _sort_key(value: Any) -> str:
    """What a field is sorted by: a number, or nothing, and then its text is."""
    if isinstance(value, Figure):
        return "" if value.sort != value.sort else repr(float(value.sort))
    return str(value) if isinstance(value, int) else ""


__all__ = ["Images", "Report", "Table", "build_report", "csv_frame"]
