"""Plans and partitions: everything is in one of them, and what was done stays recognisable."""

from dataclasses import replace
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.se_law import SeLaw
from piperoll.hashing import name
from piperoll.pipeline import parse
from piperoll.pipeline.enrich import made_by
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import Plan, make_plan, partitions
from piperoll.sources.documents import LISTING
from piperoll.text import statements

LEDGER = {
    "source": pl.String,
    "known_fingerprint": pl.String,
    "made_by": pl.String,
    "content_hash": pl.Binary,
    "status": pl.String,
}


def listing(*rows: tuple[str, int, str]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=LISTING, orient="row")


def ledger(*rows: tuple[str, str, str, bytes | None, str]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=LEDGER, orient="row")


def test_a_plan_tells_new_changed_gone_unchanged_and_older_code() -> None:
    made = make_plan(
        listing(("a", 1, "1"), ("b", 1, "2"), ("c", 1, "1"), ("d", 1, "1"), ("q", 1, "2")),
        ledger(
            ("b", "1", "code", b"B", "chunked"),
            ("c", "1", "code", b"C", "chunked"),
            ("d", "1", "old", b"D", "chunked"),
            ("e", "1", "code", b"E", "chunked"),
            ("q", "1", "code", b"Q", "quarantined"),
        ),
        "code",
    )
    assert made.counts == {"new": 1, "changed": 2, "older_code": 1, "gone": 1, "unchanged": 1}
    assert made.gone == ["e"]
    # what the bytes were is only worth knowing where the same code made good rows of them
    assert dict(made.todo.select("source", "known_hash").iter_rows()) == {"a": None, "b": b"B", "d": None, "q": None}


FILES = st.lists(st.integers(0, 40), min_size=1, max_size=60)


def plan_of(sizes: list[int]) -> Plan:
    rows = [(f"{index:03}", size, f"{size}-{index}") for index, size in enumerate(sizes)]
    return make_plan(listing(*rows), ledger(), "code")


@given(FILES, st.integers(1, 100))
def test_partitions_hold_every_file_once_in_order(sizes: list[int], target: int) -> None:
    plan = plan_of(sizes)
    parts = list(partitions(plan, "code", target))
    assert pl.concat([part.files for part in parts]).equals(plan.todo)
    assert [part.index for part in parts] == list(range(1, len(parts) + 1))
    assert all(part.bytes >= target for part in parts[:-1])


@given(FILES, st.integers(1, 100), st.data())
def test_partitions_left_over_are_cut_as_before(sizes: list[int], target: int, data: Any) -> None:
    plan = plan_of(sizes)
    before = list(partitions(plan, "code", target))
    done = data.draw(st.sets(st.sampled_from([part.name for part in before[:-1]] or [""])))
    left = [part for part in before if part.name not in done]
    todo = pl.concat([part.files for part in left])
    after = list(partitions(Plan(todo, [], 0), "code", target))
    assert [part.name for part in after] == [part.name for part in left]


def test_a_name_depends_on_every_input() -> None:
    def name(sizes: list[int], maker: str = "code") -> str:
        return next(partitions(plan_of(sizes), maker, 1000)).name

    assert len({name([1, 2]), name([1, 3]), name([1]), name([1, 2], "other")}) == 4


@pytest.mark.parametrize(
    ("target", "attribute"), [(SeLaw, "version"), (SeLaw, "name"), (SeLaw, "language"), (parse, "CODE")]
)
def test_whatever_decides_the_rows_is_in_the_fingerprint(
    monkeypatch: pytest.MonkeyPatch, target: Any, attribute: str
) -> None:
    job = Job("test", "source", "se-law", "minilm", "workspace", 1)
    before = made_by(job)
    monkeypatch.setattr(target, attribute, "other")
    assert made_by(job) != before


def test_the_fingerprint_is_that_of_databases_made_before_stages_had_a_protocol(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SeLaw, "version", 1)
    monkeypatch.setattr(statements, "VERSION", 1)
    job = Job("test", "source", "se-law", "minilm", "workspace", 1)
    assert made_by(job) == name(["2", "se-law", "1", "swedish"])
    assert made_by(replace(job, stages=("triplets",))) == name(["2", "se-law", "1", "swedish", "triplets=rules/1"])
