"""Do titles stick the more, the better everybody plays, and what is skill worth to the Daihinmin?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis import words
from analysis.answer import Answer, difference_table, rate_table
from analysis.differences import compare, difference
from analysis.estimate import OK
from analysis.frames import rates
from analysis.load import Cell
from analysis.measures import BY_NAME, title_names
from analysis.plots import Chart, forest, grouped_bars
from analysis.studies import common, skill_holds
from analysis.studies.baseline import BY_SKILL, KOU2, PUBLISHED
from analysis.studies.common import pick

LABELS = ("rules", "policy")
MEASURES = ("daihinmin_repeat", "daifugo_repeat", "prais_shorrocks", "rise_games")


def answer(cells: list[Cell]) -> Answer:
    """Repeat rates and mobility against skill; mixtures against the table that they change."""
    named = common.with_names(cells)
    equal = [cell for cell in common.main_grid(named) if not _mixed(cell)]
    mixed = [cell for cell in named if _mixed(cell)]
    stay = _against_weakest(equal)
    table = common.values(named, "table")[0]
    again = skill_holds.families(named)
    return Answer(
        [
            *_headline(equal, table),
            *_agree(stay),
            *skill_holds.sentences(named),
            *_mixtures(mixed, equal),
            *_published(pick(equal, table="uec")),
        ]
        or ["Not enough has been played to answer."],
        [*_charts(equal, stay), *skill_holds.charts(again)],
        [
            rate_table(
                "Repeat rates and mobility by policy",
                sorted([*equal, *mixed], key=_weakest_first),
                {"table": "rules", "policy": "policy"},
                MEASURES,
            ),
            *(
                [difference_table("Daihinmin stays, against the weakest policy", stay,
                                  {"table": "rules", "policy": "policy"})]
                if len(stay) else []
            ),
            *skill_holds.tables(again),
        ],
        comparisons=common.comparisons(stay, *again.values()),
        pairing=common.pairing(stay, *again.values()),
        limits=[
            "Skill is known only by the policies' order in a tournament; the strongest of them is "
            "still no human champion.",
        ],
        measures=("person_points", "points"),
    )  # fmt: skip


def _weakest_first(cell: Cell) -> Any:
    return cell.value("table"), common.skill(cell.value("policy"))


def _mixed(cell: Cell) -> bool:
    policy = cell.value("policy")
    return " " in policy or policy.startswith("title:")


def _order(cells: list[Cell]) -> list[str]:
    return sorted({c.value("policy") for c in cells}, key=common.skill)


def _against_weakest(cells: list[Cell]) -> pd.DataFrame:
    names = _order(cells)
    if len(names) < 2:
        return pd.DataFrame()
    labels = [{k: v for k, v in c.labels.items() if k != "policy"} for c in cells]
    base = {
        tuple(sorted((k, str(v)) for k, v in own.items())): cell
        for own, cell in zip(labels, cells, strict=True)
        if cell.value("policy") == names[0]
    }

    def weakest(cell: Cell) -> Cell | None:
        own = sorted((k, str(v)) for k, v in cell.labels.items() if k != "policy")
        return base.get(tuple(own))

    return compare(cells, weakest)


def _headline(cells: list[Cell], table: str) -> list[str]:
    here = pick(cells, table=table)
    names = _order(here)
    if len(names) < 2:
        return []
    frame = rates(here, ["daihinmin_repeat", "daifugo_repeat"])

    def line(measure: str) -> str:
        part = frame[frame["measure"] == measure].drop_duplicates("policy").set_index("policy")
        return words.listed(f"{n} {words.with_interval(part.loc[n], 'share')}" for n in names)

    return [
        f"From the weakest to the strongest players under {table} the Daihinmin stays in: "
        f"{line('daihinmin_repeat')}.",
        f"The Daifugo stays in: {line('daifugo_repeat')}.",
    ]


def _agree(stay: pd.DataFrame) -> list[str]:
    if stay.empty:
        return []
    told = [
        f"{policy}: {common.verdict_text(stay[stay['policy'] == policy])}"
        for policy in sorted(stay["policy"].unique(), key=common.skill)
    ]
    return [f"Against the weakest policy, over all tables – {'; '.join(told)}."]


def _mixtures(cells: list[Cell], equal: list[Cell]) -> list[str]:
    """What unequal skill does: points a game by person or by title, where policies are mixed."""
    told = []
    for cell in cells[:6]:
        by_title = cell.value("policy").startswith("title:")
        frame = rates(cell, ["points" if by_title else "person_points"])
        known = [r for r in common.rows(frame) if r.status == OK]
        if known:
            each = words.listed(f"{r.of} {words.number(r.value)}" for r in known)
            told.append(f"{cell.value('policy')}: {each}")
    worth = [line for cell in cells if (line := _worth(cell, equal))]
    return [
        *([f"Points a game where skill is unequal – {'; '.join(told)}."] if told else []),
        *(
            [f"What another policy is worth to one title alone – {'; '.join(worth)}."]
            if worth
            else []
        ),
    ]


def _worth(cell: Cell, equal: list[Cell]) -> str:
    """What a title scores with a policy of its own, less what it scores where all play as the rest."""
    names = title_names(cell.players)
    policies = cell.value("policy").removeprefix("title:").split(",")
    policies += [policies[-1]] * (cell.players - len(policies))
    odd = [i for i, p in enumerate(policies[: cell.players]) if policies.count(p) == 1]
    if len(odd) != 1 or cell.players < 3 or not cell.value("policy").startswith("title:"):
        return ""
    rest = next(p for i, p in enumerate(policies) if i != odd[0])
    base = common.first(pick(equal, policy=rest, rules=cell.value("rules")))
    if base is None:
        return ""
    found = difference(cell, base, f"points:{names[odd[0]]}")
    if found.status != OK:
        return ""
    return (
        f"the {names[odd[0]]} with {policies[odd[0]]} among {rest} scores "
        f"{words.difference(found, '')} a game"
    )


def _published(cells: list[Cell]) -> list[str]:
    """What others have published, beside the strongest and the weakest of ours."""
    if not cells:
        return []
    theirs = words.listed(f"{words.percent(v, 0)} with {who}" for who, v in BY_SKILL.items())
    champion = [p for p in PUBLISHED if p.source == KOU2]
    names = _order(cells)
    told = []
    for name in dict.fromkeys([names[0], names[-1]]):
        cell = pick(cells, policy=name)[0]
        frame = rates(cell, [p.measure for p in champion])
        known = [row for row in common.rows(frame) if row.status == OK]
        figures = words.listed(
            f"{BY_NAME[r.measure].label} {words.with_interval(r, r.unit)}" for r in known
        )
        if known:
            told.append(f"{name} {figures}")
    figures = words.listed(
        f"{BY_NAME[p.measure].label} {words.plain(p.value, BY_NAME[p.measure].unit)}"
        for p in champion
    )
    ours = f" Ours under uec – {'; '.join(told)}." if told else ""
    return [
        f"Published, and used to fit nothing: the Daifugo repeats in {theirs}; {KOU2}: {figures}.{ours}"
    ]


def _charts(cells: list[Cell], stay: pd.DataFrame) -> list[Chart]:
    made = []
    frame = rates(cells, ["daihinmin_repeat"])
    frame = frame[frame["status"] == OK]
    if len(frame):
        frame = frame.assign(skill=common.skills(frame))
        frame = frame.sort_values("skill", kind="stable")
        rows = frame["table"].nunique() * max(1, frame["policy"].nunique())
        made.append(
            Chart(
                "stay-by-skill",
                f"The Daihinmin stays in {words.percent(frame['value'].min())} to "
                f"{words.percent(frame['value'].max())} of games, depending on rules and skill",
                "Chance that the Daihinmin stays, by rules and policy (bars are 95 % intervals).",
                _draw_bars(frame),
                1.4 + 0.22 * rows,
                1.6 + 0.24 * rows,
            )
        )
    if len(stay):
        rows = stay["table"].nunique()
        made.append(
            Chart(
                "skill-effect",
                f"Against the weakest players the chance to stay: {common.verdict_text(stay)}",
                "Change of the chance to stay against the weakest policy, same deals, 95 % intervals. "
                "Hollow: zero is possible after Holm's correction.",
                lambda fig, narrow: forest(
                    fig.subplots(), stay, label="table", by="policy", wrap=20 if narrow else 36,
                    xlabel="change of the chance to stay, percentage points",
                ),
                1.6 + 0.4 * rows,
                1.8 + 0.5 * rows,
            )
        )  # fmt: skip
    return made


def _draw_bars(frame: pd.DataFrame) -> Any:
    return lambda fig, narrow: grouped_bars(
        fig.subplots(), frame, label="table", by="policy", xlabel="Daihinmin stays", share=True,
        wrap=14 if narrow else 26,
    )  # fmt: skip
