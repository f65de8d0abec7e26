"""Reports of every study from synthetic cells: files, sentences, and what a browser makes of them."""

from __future__ import annotations

import html.parser
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis.answer import Answer
from analysis.load import Cell
from analysis.report import build_report
from analysis.studies import MODULES, answer_for
from sim.errors import InputError
from tests.analysis.helpers import STUDIES, empty_cell, grid, study_cells, walked

ABOUT = {
    "title": "A study",
    "question": "What <is> it?",
    "notes": "Some notes.",
    "runs": [{"command": "daihinmin run it --games 240", "versions": {"python": "3"}}],
}


def about(name: str) -> dict[str, Any]:
    return {**ABOUT, "name": name}


@pytest.fixture(scope="module")
def long_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("long-hands")
    build_report(about("long-hands"), study_cells("long-hands"), out)
    return out


class Links(html.parser.HTMLParser):
    """Everything that a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [v or "" for k, v in attrs if k in ("src", "srcset", "href", "data")]


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_is_answered_in_sentences_without_gaps(name: str) -> None:
    found = answer_for(name, study_cells(name))
    assert found.sentences and found.charts and found.tables
    for sentence in found.sentences:
        assert sentence.endswith("."), sentence
        assert not re.search(r"\bnan\b|None|\{|\}|  ", sentence), sentence
    for chart in found.charts:
        assert chart.title and chart.caption.endswith(".")
    for table in found.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert not any(re.search(r"\bnan\b", str(v)) for row in table.rows for v in row)


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_survives_nearly_no_data(name: str) -> None:
    """One short batch a cell: no interval anywhere, and the answer says so."""
    cells = [walked(0.2, c.labels, players=c.players, batches=1, games=3)
             for c in study_cells(name)]  # fmt: skip
    found = answer_for(name, cells)
    text = " ".join(found.sentences)
    assert not re.search(r"\bnan\b", text)
    assert "not enough data" in text.lower() or "Not enough" in text, text


def test_each_named_study_has_a_module_with_its_labels() -> None:
    assert set(MODULES) <= set(STUDIES)
    cells = [walked(0.2, labels) for labels in grid(rules=["x"], policy=["lowest", "keeper"])]
    # Cells without the labels that the module needs get the general answer.
    assert isinstance(answer_for("tribute", cells), Answer)
    assert isinstance(answer_for("skill-at-home", cells), Answer)


def test_a_report_is_whole_and_needs_nothing_from_elsewhere(long_hands: Path) -> None:
    assert {p.name for p in long_hands.iterdir()} == {
        "report.html", "report.md", "rates.csv", "charts",
    }  # fmt: skip
    page = (long_hands / "report.html").read_text(encoding="utf-8")
    links = Links()
    links.feed(page)
    assert links.found and all(link.startswith("data:image/svg") for link in links.found)
    assert "url(" not in page and "@import" not in page
    assert "What &lt;is&gt; it?" in page
    for text in ("Answer", "Method and assumptions", "Limits of the answer", "synthetic",
                 "daihinmin run it --games 240", "Holm"):  # fmt: skip
        assert text in page
    stems = {p.stem.removesuffix("-phone") for p in (long_hands / "charts").iterdir()}
    for stem in stems:
        for name in (f"{stem}.png", f"{stem}.svg", f"{stem}-phone.png"):
            assert (long_hands / "charts" / name).is_file()


def test_the_long_hands_answer_gives_figures_and_every_part(long_hands: Path) -> None:
    text = (long_hands / "report.md").read_text(encoding="utf-8")
    assert re.search(
        r"With a tribute of one card, 25 cards instead of 11 change the Daihinmin's chance of "
        r"staying from [\d.]+.% to [\d.]+.% \([+−]?[\d.]+ points, 95 % interval", text
    )  # fmt: skip
    for part in ("By tribute at this table", "four or five cards", "Length or second deck?",
                 "What the extra cards change", "for one game only", "olicies"):  # fmt: skip
        assert part in text
    for link in re.findall(r'(?:src|srcset)="([^"]+)"', text):
        assert (long_hands / link).is_file()


def test_rates_csv_is_tidy(long_hands: Path) -> None:
    frame = pd.read_csv(long_hands / "rates.csv", keep_default_na=False)
    assert {"rules", "policy", "hand_size", "tribute", "measure", "value", "low", "high",
            "games", "status"} <= set(frame.columns)  # fmt: skip
    stay = frame[frame["measure"] == "daihinmin_repeat"]
    assert len(stay) == len(study_cells("long-hands"))
    assert not frame.duplicated(["rules", "policy", "players", "hand_size", "tribute", "grid",
                                 "measure", "of"]).any()  # fmt: skip


def test_a_report_is_the_same_when_built_again(tmp_path: Path) -> None:
    cells = study_cells("skill")
    build_report(about("my-own"), [walked(0.2, cells[0].labels)], tmp_path / "two")
    for folder in ("one", "two"):
        build_report(about("skill"), cells, tmp_path / folder)
    files = sorted(p.relative_to(tmp_path / "one") for p in (tmp_path / "one").rglob("*"))
    assert files == sorted(p.relative_to(tmp_path / "two") for p in (tmp_path / "two").rglob("*"))
    for file in files:
        if (tmp_path / "one" / file).is_file():
            assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_what_cannot_be_reported_is_said_and_nothing_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no games have been played"):
        build_report(about("my-own"), [empty_cell({"rules": "x", "policy": "y"})], tmp_path / "a")
    assert not (tmp_path / "a").exists()
    two = [walked(0.2, {"rules": "x", "policy": "y"}) for _ in range(2)]
    other = Cell("t", two[1].labels, two[1].first, two[1].matches, two[1].counts,
                 {**two[1].about, "engine": "another"})  # fmt: skip
    with pytest.raises(InputError, match="different engines"):
        build_report(about("my-own"), [two[0], other], tmp_path / "a")
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        build_report(about("my-own"), two[:1], tmp_path / "file")


def test_a_report_is_a_path_and_its_text_the_answer(tmp_path: Path) -> None:
    found = build_report(about("skill"), study_cells("skill"), tmp_path)
    assert os.fspath(found) == str(tmp_path / "report.html")
    assert str(found).startswith("From the weakest to the strongest players")


# -- in a browser

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--enable-logging=stderr", "--virtual-time-budget=5000",
)  # fmt: skip
PROBE = """
<script>
window.addEventListener("load", function () {
  document.querySelectorAll("details").forEach(function (box) { box.open = true; });
  var images = Array.from(document.images);
  var table = document.querySelector("table.sortable");
  var head = table.tHead.rows[0].cells[0].querySelector("button");
  function column() {
    return Array.from(table.tBodies[0].rows).map(function (row) { return row.cells[0].textContent; });
  }
  head.click(); var up = column();
  head.click(); var down = column();
  parent.postMessage(JSON.stringify({
    width: window.innerWidth, scroll: document.documentElement.scrollWidth, up: up, down: down,
    images: images.length,
    loaded: images.filter(function (i) { return i.complete && i.naturalWidth > 0; }).length,
    shapes: images.map(function (i) { return i.naturalHeight / i.naturalWidth; })
  }), "*");
});
</script>
"""
FRAME = """<!doctype html><meta charset="utf-8"><body style="margin:0">
<script>
window.addEventListener("message", function (event) {
  var found = document.createElement("pre");
  found.id = "probe"; found.textContent = event.data; document.body.appendChild(found);
});
</script>
<iframe src="page.html" style="border:0;width:WIDTHpx;height:3000px"></iframe>"""
# A browser's window is never narrower than 500 pixels, a frame in it may be.


def browse(page: Path, folder: Path, width: int, *more: str) -> tuple[str, str]:
    """What the browser prints and logs of a page."""
    done = subprocess.run(
        [BROWSER or "", *QUIET, f"--user-data-dir={folder / 'profile'}",
         f"--window-size={width},900", *more, page.as_uri()],
        capture_output=True, text=True, timeout=90, check=True,
    )  # fmt: skip
    return done.stdout, done.stderr


@pytest.mark.skipif(BROWSER is None, reason="no Chromium found: pages are not tried in a browser")
def test_a_browser_shows_the_report_on_a_screen_and_on_a_phone(
    long_hands: Path, tmp_path: Path
) -> None:
    text = (long_hands / "report.html").read_text(encoding="utf-8")
    (tmp_path / "page.html").write_text(text.replace("<head>", "<head>" + PROBE), encoding="utf-8")
    charts = len(list((long_hands / "charts").glob("*.svg")))
    shapes = {}
    for width in (1280, 390):
        frame = tmp_path / "frame.html"
        frame.write_text(FRAME.replace("WIDTH", str(width)), encoding="utf-8")
        printed, log = browse(frame, tmp_path, 1300, "--dump-dom")
        assert "CONSOLE" not in log, log
        match = re.search(r'<pre id="probe">(.*?)</pre>', printed, re.S)
        assert match is not None, "the page did not load"
        found = json.loads(match[1])
        assert found["width"] == width
        assert found["scroll"] <= width, "the page scrolls sideways"
        assert found["images"] == found["loaded"] == charts
        assert found["up"] != found["down"] and sorted(found["up"]) == sorted(found["down"])
        shapes[width] = found["shapes"]
        shot = tmp_path / f"shot-{width}.png"
        browse(frame, tmp_path, 1300, f"--screenshot={shot}")
        assert shot.stat().st_size > 20_000
    narrower = [phone > wide for phone, wide in zip(shapes[390], shapes[1280], strict=True)]
    assert all(narrower), "a phone gets the charts made for it"
