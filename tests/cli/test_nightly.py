"""The nightly command: which corpora, when, and what is wrong use."""

import pytest

from piperoll.cli.nightly import chosen, schedules
from piperoll.errors import UsageError
from piperoll.settings import CorpusSettings

KNOWN = {
    "a": CorpusSettings(source="a", profile="se-law"),
    "b": CorpusSettings(source="b", profile="se-law", schedule="30 4 * * 1"),
    "c": CorpusSettings(source="c", profile="se-law"),
}


def test_corpora_begin_one_after_another_and_a_schedule_of_their_own_counts() -> None:
    assert schedules(KNOWN, chosen(KNOWN, []), "23:50") == {"a": "50 23 * * *", "b": "30 4 * * 1", "c": "10 0 * * *"}
    assert schedules(KNOWN, chosen(KNOWN, ["c"]), "02:00") == {"c": "0 2 * * *"}


@pytest.mark.parametrize(("names", "at"), [(["d"], "02:00"), (["a"], "25:00"), (["a"], "two")])
def test_what_cannot_be_scheduled_is_wrong_use(names: list[str], at: str) -> None:
    with pytest.raises(UsageError):
        schedules(KNOWN, chosen(KNOWN, names), at)


def test_no_corpus_is_wrong_use() -> None:
    with pytest.raises(UsageError, match="No corpus"):
        chosen({}, [])
