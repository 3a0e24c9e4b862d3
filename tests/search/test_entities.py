"""What questions name: by kind on the written questions, and where it stands."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.entities import QUESTIONS, UNSEEN, UNSEEN_AGAIN, outcomes, read, scores, universes
from piperoll.search.act_names import written
from piperoll.search.entities import Entity, Kind, understood
from piperoll.search.naming import CERTAIN, SEVERAL
from piperoll.search.universe import Universe

UNIVERSES = universes()
FLOORS = {
    QUESTIONS: {
        Kind.COMPANY: (1.0, 0.99), Kind.YEAR: (0.99, 1.0), Kind.SECTION: (1.0, 1.0), Kind.METRIC: (0.98, 0.98),
        Kind.TOPIC: (0.97, 1.0), Kind.COURT: (1.0, 1.0), Kind.ACT: (1.0, 1.0), Kind.SERVICE: (1.0, 0.98),
        Kind.DAY: (1.0, 1.0),
    },
    UNSEEN: {
        Kind.COMPANY: (1.0, 0.98), Kind.YEAR: (1.0, 1.0), Kind.SECTION: (0.92, 1.0), Kind.METRIC: (1.0, 1.0),
        Kind.TOPIC: (1.0, 0.82), Kind.COURT: (1.0, 1.0), Kind.ACT: (1.0, 1.0), Kind.SERVICE: (0.93, 1.0),
        Kind.DAY: (1.0, 1.0),
    },
    UNSEEN_AGAIN: {
        Kind.COMPANY: (0.97, 0.95), Kind.YEAR: (1.0, 0.99), Kind.SECTION: (1.0, 1.0), Kind.METRIC: (1.0, 0.92),
        Kind.TOPIC: (1.0, 1.0), Kind.COURT: (1.0, 1.0), Kind.ACT: (1.0, 1.0), Kind.SERVICE: (1.0, 1.0),
        Kind.DAY: (1.0, 1.0),
    },
}  # fmt: skip
"""Precision and recall that were reached, rounded down."""


def found(universe: str, question: str) -> list[Entity]:
    return list(understood(question, UNIVERSES[universe]).found)


@pytest.mark.parametrize(("file", "most"), [(QUESTIONS, 400), (UNSEEN, 100), (UNSEEN_AGAIN, 100)])
def test_what_was_reached_on_the_written_questions_is_kept(file: Path, most: int) -> None:
    questions = read(file)
    assert len({one["question"] for one in questions}) >= most
    for kind, (hit, taken, right) in scores(list(outcomes(questions, UNIVERSES))).items():
        precision, recall = FLOORS[file][kind]
        assert hit / taken >= precision, kind
        assert hit / right >= recall, kind


@pytest.mark.parametrize(
    ("question", "courts"),
    [
        ("EWCA Civ: appeals out of time", {"EWCA-Civil"}),
        ("the Court of Appeal on joint enterprise", {"EWCA-Civil", "EWCA-Criminal"}),
        ("laytime in the Commercial Court", {"EWHC-KBD-Commercial", "EWHC-QBD-Commercial-Circuit"}),
        ("EWHC (Ch) on unfair prejudice", {"EWHC-Chancery", "EWHC-Chancery-Patents"}),
        ("patents court, obviousness", {"EWHC-Chancery-Patents"}),
        ("costs: EWHC (SCCO)", {"EWHC-SeniorCourtsCosts"}),
    ],
)
def test_courts_are_named_where_files_have_codes_of_their_own(question: str, courts: set[str]) -> None:
    known = frozenset(
        "EWCA-Civil EWCA-Criminal EWHC-KBD-Commercial EWHC-QBD-Commercial-Circuit EWHC-Chancery EWHC-Chancery-Patents"
        " EWHC-SeniorCourtsCosts UKSC".split()
    )
    universe = Universe(profile="hk-cases", courts=known, oldest=2003, newest=2024)
    assert set(understood(question, universe).of(Kind.COURT)) == courts


@pytest.mark.parametrize(
    ("universe", "question", "parts"),
    [
        ("filings", "What did nvidia's item-7a say in FY2021-23?", ["nvidia", "item-7a", *["2021-23"] * 3]),
        ("filings", "MD&A of McDonald’s, last 2 years", ["MD&A", "McDonald", "last 2 years", "last 2 years"]),
        ("filings", "microsft R&D before 2007", ["microsft", "R&D", "2007"]),
        ("judgments-uk", "Court of Appeal (Criminal Division), 5 March 2021",
         ["Court of Appeal (Criminal Division", "5 March 2021"]),
        ("statutes-se", "vad säger arbetsmiljölagen om det", ["arbetsmiljölagen"]),
        ("terms", "does spotfy’s plan", ["spotfy"]),
    ],
)  # fmt: skip
def test_what_is_named_stands_in_its_range(universe: str, question: str, parts: list[str]) -> None:
    assert [question[one.start : one.end] for one in found(universe, question)] == parts


@pytest.mark.parametrize(
    ("question", "value", "confidence", "reason"),
    [
        ("Apple revenue", "0000320193", CERTAIN, "name"),
        ("$ALL premiums", "0000899051", CERTAIN, "marked ticker"),
        ("NASDAQ: AAPL premiums", "0000320193", CERTAIN, "marked ticker"),
        ("aapl premiums", "0000320193", 0.95, "ticker"),
        ("microsft premiums", "0000789019", 0.8, "name, misspelt"),
        ("disney premiums", "0001744489", 0.9, "part of a name"),
        ("smucker premiums", "0000091419", 0.9, "part of a name"),
        ("general premiums", None, 0, ""),
        ("ALL premiums of the year", None, 0, ""),
    ],
)
def test_an_entity_says_why_and_how_certain_it_is(
    question: str, value: str | None, confidence: float, reason: str
) -> None:
    companies = [one for one in found("filings", question) if one.kind is Kind.COMPANY]
    assert [(one.value, one.confidence, one.reason) for one in companies] == (
        [(value, confidence, reason)] if value else []
    )


def test_a_name_of_several_courts_is_each_of_them_and_not_certain() -> None:
    courts = found("judgments-uk", "what does the Court of Appeal say")
    assert [(one.value, one.confidence) for one in courts] == [("EWCA Civ", SEVERAL), ("EWCA Crim", SEVERAL)]


def test_a_name_of_several_courts_is_the_one_that_is_named_beside_it() -> None:
    courts = found("judgments-uk", "the Court of Appeal on delay (Civil Division, 2019 onwards)")
    assert {(one.value, one.confidence) for one in courts if one.kind is Kind.COURT} == {("EWCA Civ", CERTAIN)}


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("section 43B ERA 1996", {(Kind.ACT, "Employment Rights Act 1996")}),
        ("the Victorian era 1996", {(Kind.YEAR, "1996")}),
    ],
)
def test_the_short_name_of_an_act_stands_in_capitals_with_its_year(
    question: str, values: set[tuple[Kind, str]]
) -> None:
    assert {(one.kind, one.value) for one in found("judgments-uk", question)} == values


@pytest.mark.parametrize("phrase", ["deferred revenue", "lease liabilities", "goodwill impairment"])
def test_what_has_the_words_of_a_metric_may_be_none(phrase: str) -> None:
    assert not [one for one in found("filings", f"microsoft {phrase} 2020") if one.kind is Kind.METRIC]


def test_a_court_without_a_code_is_known_by_its_name() -> None:
    universe = Universe(profile="hk-cases", courts=frozenset({"Federal Court of Australia", "HKCFI"}))
    [court] = understood("what does the federal court of Australia say", universe).found
    assert (court.value, court.confidence) == ("Federal Court of Australia", CERTAIN)


@pytest.mark.parametrize(
    "spelling",
    ["item 7A", "Item-7a", "ITEM_7A", "item7a", "7A", "7-A", "items 7A", "quantitative and qualitative disclosures"],
)
def test_an_item_is_known_in_every_spelling(spelling: str) -> None:
    assert [one.value for one in found("filings", f"what is in {spelling}?")] == ["ITEM_7A"]


@pytest.mark.parametrize("question", ["10-K", "H-1B", "section 17A of the law", "item 99", "Boeing 747", "7 items"])
def test_other_numbers_are_no_items(question: str) -> None:
    assert not [one for one in found("filings", question) if one.kind is Kind.SECTION]


@pytest.mark.parametrize(
    ("title", "form"),
    [
        ("Arbetsmiljölag (1977:1160)", "arbetsmiljölagens"),
        ("Lag (1982:80) om anställningsskydd", "lagen om anställningsskydd"),
        ("Miljöbalk (1998:808)", "miljöbalken"), ("Trafikförordning (1998:1276)", "trafikförordningen"),
        ("Theft Ordinance", "Theft Ordinance"),
    ],
)  # fmt: skip
def test_a_title_is_written_in_these_forms(title: str, form: str) -> None:
    assert form in list(written(title))


def test_a_noun_alone_is_no_title() -> None:
    assert list(written("Lag (2020:1)")) == []


@given(st.text(max_size=80), st.sampled_from(sorted(UNIVERSES)))
def test_any_text_has_entities_within_it_or_none(text: str, universe: str) -> None:
    for one in found(universe, text):
        assert 0 <= one.start < one.end <= len(text)
        assert SEVERAL <= one.confidence <= CERTAIN
