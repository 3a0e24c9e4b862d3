"""Relation-level scores."""

from collections.abc import Sequence

import numpy as np
import pytest

from piperoll.search.triplets import DIFFERENT, TripletQuery, matched, score
from piperoll.store.postings import Members, Posting, count
from piperoll.text import relations

Row = tuple[int, str, str, str]
KEEPER: Row = (7, "The keeper", "shall light", "the lamp")
NO_LAMP: Row = (8, "The keeper", "shall not light", "the lamp")
OTHER: Row = (9, "The owner", "shall sell", "the lamp")
FAR: Row = (10, "The sea", "may freeze", "")


def segment(rows: Sequence[Row], until: int = 0) -> tuple[Members, dict[str, Posting]]:
    """The rows, each with its chunk first, as one version of edition 1."""
    lengths, found = count([relations.terms(*row[1:], "english") for row in rows])
    ends = found.starts.tolist()
    postings = {
        term: Posting(found.places[start:end], found.counts[start:end])
        for term, start, end in zip(found.terms, ends[:-1], ends[1:], strict=True)
    }
    ints = (np.asarray(one, np.int64) for one in ([1], [len(rows)], [1], [until], [row[0] for row in rows]))
    return Members(*ints, lengths), postings


def scores(query: str, *rows: Row, until: int = 0, edition: int = 1) -> dict[int, float]:
    ids, found = score([segment(rows, until)], TripletQuery.of(query, "english"), edition)
    return dict(zip(ids.tolist(), found.tolist(), strict=True))


def test_a_relation_counts_more_than_a_shared_word() -> None:
    found = scores("shall the keeper light the lamp", KEEPER, OTHER, FAR)
    assert list(found) == [7, 9]
    assert found[7] > 3 * found[9]


def test_may_not_is_not_may() -> None:
    found = scores("shall the keeper light the lamp", KEEPER, NO_LAMP, FAR)
    assert found[8] == pytest.approx(found[7] * DIFFERENT)
    found = scores("keeper lamp", KEEPER, NO_LAMP, FAR)
    assert found[7] == found[8]


def test_what_a_chunk_says_adds_up() -> None:
    once = scores("keeper lamp", KEEPER, OTHER, FAR)
    twice = scores("keeper lamp", KEEPER, (7, *KEEPER[1:]), OTHER, FAR)
    assert twice[7] / twice[9] > once[7] / once[9]


def test_what_left_is_not_found_and_has_no_weight() -> None:
    assert scores("keeper", KEEPER, until=2, edition=2) == {}
    assert list(scores("keeper", KEEPER, until=2)) == [7]


def test_nothing_asked_and_nothing_said() -> None:
    assert scores("", KEEPER) == scores("harbour", KEEPER) == scores("shall", KEEPER) == {}
    ids, found = score([], TripletQuery.of("keeper", "english"), 1)
    assert (len(ids), len(found)) == (0, 0)


def test_what_matched_is_told_in_its_order() -> None:
    rows = [dict(zip(("subject", "predicate", "object"), row[1:], strict=True)) for row in (OTHER, FAR, KEEPER)]
    asked = TripletQuery.of("may the keeper sell the lamp", "english")
    assert matched(rows, asked, "english") == [rows[0], rows[2]]
    assert matched([], asked, "english") == []
