"""A job, a partition and the result of a stage come out of JSON as they went in."""

import json
from dataclasses import asdict
from typing import Any

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import DocumentError
from piperoll.pipeline.job import Job
from piperoll.pipeline.plan import PLANNED, Partition, make_plan, partitions
from piperoll.pipeline.stage import StageResult
from piperoll.sources.documents import LISTING
from piperoll.store.ledger import LEDGER

WORDS = st.text(max_size=12)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
FILE = st.tuples(
    WORDS, st.integers(0, 2**62), WORDS, st.sampled_from(("new", "changed", "code")), st.none() | st.binary(max_size=32)
)
REASON = st.builds(lambda code, message, remedy: DocumentError(code, message, remedy=remedy), WORDS, WORDS, WORDS)
JOBS = st.builds(
    Job,
    corpus=WORDS,
    source=WORDS,
    profile_name=WORDS,
    backend=WORDS,
    workspace_address=WORDS,
    partition_bytes=st.integers(1),
    limit=st.integers(0),
    allow_shrink=st.booleans(),
    run=WORDS,
    keep_editions=st.none() | st.integers(1),
    options=st.dictionaries(WORDS, PLAIN, max_size=3),
    stages=st.lists(WORDS, max_size=3).map(tuple),
    gold=st.none() | WORDS,
    gate_metric=st.none() | WORDS,
    gate_margin=st.none() | st.floats(0, 1),
    override_gate=st.none() | WORDS,
    follow_links_outside=st.booleans(),
    rehash=st.booleans(),
)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@given(JOBS)
def test_a_job(job: Job) -> None:
    assert Job.from_json(through_json(asdict(job))) == job


@given(st.integers(1), WORDS, st.lists(FILE, max_size=8), st.dictionaries(WORDS, REASON, max_size=3))
def test_a_partition(index: int, name: str, files: list[Any], refused: dict[str, DocumentError]) -> None:
    partition = Partition(index, name, pl.DataFrame(files, schema=PLANNED, orient="row"), refused)
    again = Partition.from_json(through_json(partition.to_json()))
    assert (again.index, again.name) == (index, name)
    assert again.files.schema == partition.files.schema
    assert again.files.equals(partition.files)
    assert {key: vars(error) for key, error in again.refused.items()} == {
        key: vars(error) for key, error in refused.items()
    }
    assert [str(error) for error in again.refused.values()] == [str(error) for error in refused.values()]


def test_a_partition_of_a_plan_has_these_columns() -> None:
    listing = pl.DataFrame([("a", 1, "1"), ("b", 2, "2")], schema=LISTING, orient="row")
    (partition,) = partitions(make_plan(listing, pl.DataFrame(schema=LEDGER), "code"), "scope", 100)
    again = Partition.from_json(through_json(partition.to_json()))
    assert again.files.equals(partition.files)
    assert again.files.schema == pl.Schema(PLANNED)
    assert [part.name for part in again.halves()] == [part.name for part in partition.halves()]


@given(WORDS, st.dictionaries(WORDS, st.integers()), st.floats(0, 1e9), st.booleans(), WORDS)
def test_the_result_of_a_stage(stage: str, counts: dict[str, int], seconds: float, reused: bool, message: str) -> None:
    done = StageResult(stage, counts, seconds, reused, message)
    assert StageResult(**through_json(done.to_json())) == done
