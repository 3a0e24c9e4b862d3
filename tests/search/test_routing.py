"""Where questions are searched: the scope, the filters of each search, and whether the facts are asked."""

from datetime import date

import pytest

from benchmarks.entities import universes
from piperoll.search.conditions import parse
from piperoll.search.entities import understood
from piperoll.search.options import SearchOptions
from piperoll.search.routing import Pool, Route, Scope, route
from piperoll.search.universe import Universe
from piperoll.store.company_names import merged

UNIVERSES = universes()
APPLE, MICROSOFT = "0000320193", "0000789019"


def routed(universe: str, question: str, **toggles: bool) -> Route:
    return route(understood(question, UNIVERSES[universe]), **toggles)


@pytest.mark.parametrize(
    ("universe", "question", "scope", "filtered", "wide"),
    [
        ("filings", "apple supply chain in 2021, item 1a", Scope.LOCAL,
         [f"cik={APPLE}", "fiscal_year=2021", "item=ITEM_1A"], [f"cik={APPLE}", "fiscal_year>=2015"]),
        ("filings", "apple and microsoft 2009 to 2010", Scope.LOCAL,
         [f"cik={APPLE}|{MICROSOFT}", "fiscal_year=2009|2010"], [f"cik={APPLE}|{MICROSOFT}", "fiscal_year>=2009"]),
        ("filings", "how does apple see privacy", Scope.BROAD, [f"cik={APPLE}"], [f"cik={APPLE}", "fiscal_year>=2015"]),
        ("filings", "who fears ransomware in 2023?", Scope.GLOBAL, ["fiscal_year=2023"], ["fiscal_year>=2015"]),
        ("filings", "who fears ransomware?", Scope.GLOBAL, [], None),
        ("filings", "apple at September 30, 2023", Scope.LOCAL,
         [f"cik={APPLE}", "fiscal_year=2023"], [f"cik={APPLE}", "fiscal_year>=2015"]),
        ("filings", "apple at January 31, 2023", Scope.LOCAL,
         [f"cik={APPLE}", "fiscal_year=2022|2023"], [f"cik={APPLE}", "fiscal_year>=2015"]),
        ("judgments-uk", "UKSC and privy council since 2019", Scope.LOCAL,
         ["court=UKSC|UKPC", "date>=2019", "date<=2024"], ["court=UKSC|UKPC", "date>=2015"]),
        ("judgments-uk", "EAT before 1 July 2022", Scope.LOCAL,
         ["court=EAT", "date<2022-07-01"], ["court=EAT", "date>=2015"]),
        ("judgments-uk", "UKSC in March 2021", Scope.LOCAL,
         ["court=UKSC", "date>=2021-03", "date<=2021-03"], ["court=UKSC", "date>=2015"]),
        ("judgments-uk", "the EAT between January 2020 and 5 June 2021", Scope.LOCAL,
         ["court=EAT", "date>=2020-01", "date<=2021-06-05"], ["court=EAT", "date>=2015"]),
        ("judgments-uk", "UKSC after 1 May 2020 and before 2022-02-03", Scope.LOCAL,
         ["court=UKSC", "date>2020-05-01", "date<2022-02-03"], ["court=UKSC", "date>=2015"]),
        ("terms", "does spotify share data", Scope.BROAD, ["service=Spotify"], None),
    ],
)  # fmt: skip
def test_a_question_is_searched_with_the_filters_of_what_it_names(
    universe: str, question: str, scope: Scope, filtered: list[str], wide: list[str] | None
) -> None:
    found = routed(universe, question)
    assert (found.scope, [*found.pools[0].where]) == (scope, filtered)
    assert [[*pool.where] for pool in found.pools[1:]] == ([wide] if wide is not None else [])
    for pool in found.pools:
        assert all(parse(text).key in ("cik", "fiscal_year", "item", "court", "date", "service") for text in pool.where)


def test_a_wider_search_never_leaves_the_companies_that_are_named() -> None:
    for question in ("apple 2020", "apple", "apple and microsoft since 2019, MD&A"):
        for pool in routed("filings", question, enable_variants=True).pools:
            assert pool.where[0].startswith("cik=")


def test_filings_that_tell_no_cik_are_found_by_every_name_of_their_company() -> None:
    companies = merged(
        [("0000789019", ["MICROSOFT CORP"], []), ("MICROSOFT CORPORATION", ["MICROSOFT CORPORATION"], [])]
    )
    named = understood("microsoft's licensing", Universe(profile="sec-10k", companies=companies))
    assert [*route(named).pools[0].where] == ["company=MICROSOFT CORP|MICROSOFT CORPORATION"]


def test_variants_have_the_filters_of_the_first_search_and_toggles_hold() -> None:
    every = routed("filings", "apple 2020", enable_variants=True)
    assert [pool.pool for pool in every.pools] == [Pool.FILTERED, Pool.WIDE, Pool.VARIANT]
    assert every.pools[2].where == every.pools[0].where
    assert [pool.pool for pool in routed("filings", "apple 2020", enable_global=False).pools] == [Pool.FILTERED]


def test_an_act_and_a_day_are_the_document_and_the_law_of_that_day() -> None:
    filtered, wide = routed("statutes-se", "vad gäller enligt semesterlagen den 1 juli 2015").pools
    assert (filtered.document, filtered.as_of) == ("SFS 1977:480", date(2015, 7, 1))
    assert (wide.document, wide.as_of) == (None, date(2015, 7, 1))
    options = filtered.applied(SearchOptions(as_of=date(2020, 1, 1), where=("a=b",)))
    assert (options.document, options.as_of, options.where) == ("SFS 1977:480", date(2020, 1, 1), ("a=b",))


def test_terms_of_one_year_are_those_of_its_last_day() -> None:
    assert routed("terms", "discord age limit in 2024").pools[0].as_of == date(2024, 12, 31)


@pytest.mark.parametrize(
    ("question", "numeric"),
    [
        ("What was Apple's revenue in 2021?", True),
        ("apple revenue 2021", True),
        ("how much did apple pay in income taxes, 2020 to 2022?", True),
        ("why did apple revenue fall in 2021", False),
        ("What was Apple's revenue?", False),
        ("What was revenue in 2021?", False),
        ("What was Apple's mood in 2021?", False),
    ],
)
def test_facts_are_asked_where_a_number_of_a_company_and_year_is(question: str, numeric: bool) -> None:
    found = routed("filings", question)
    assert found.numeric is numeric
    assert found.reasons[-1].startswith("facts asked" if numeric else "facts not asked: without")
