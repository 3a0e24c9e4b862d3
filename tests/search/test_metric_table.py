"""The file of metrics: a phrase is of one metric, and what is computed names metrics that there are."""

from collections import Counter

from piperoll.search.metric_table import metrics, phrases, vocabulary, words
from piperoll.store.company_names import words_of


def test_no_phrase_means_two_metrics() -> None:
    every = [phrase for metric in metrics().values() for phrase in metric.phrases]
    every += [*words().ambiguous, *words().idle_phrases]
    assert [phrase for phrase, count in Counter(every).items() if count > 1] == []


def test_a_phrase_is_written_as_questions_are_read() -> None:
    every = [*phrases(), *words().ambiguous, *words().idle_phrases]
    assert [phrase for phrase in every if " ".join(words_of(phrase)).casefold() != phrase] == []


def test_a_phrase_asks_for_more_than_idle_words() -> None:
    assert [phrase for phrase in phrases() if words().idle.issuperset(phrase.split())] == []
    assert {"revenue", "fiscal"} <= vocabulary()


def test_a_metric_is_reported_or_computed_from_reported_ones() -> None:
    known = metrics()
    for metric in known.values():
        assert bool(metric.concepts) + bool(metric.formula) + bool(metric.each) == 1, metric.name
        assert metric.statement in ("", "income", "balance", "cash"), metric.name
        if metric.formula:
            first, sign, second = metric.formula
            assert sign in ("/", "-")
            assert known[first].concepts and known[second].concepts, metric.name
        assert all(known[name].concepts for name in metric.each)
    assert all(name in known for names in words().ambiguous.values() for name in names)
