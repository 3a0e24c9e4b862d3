"""What a query names, in every family, on the documents of ``examples``."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora import registry
from piperoll.model import Citation
from piperoll.search import document_titles, rules
from piperoll.search.conditions import Filters
from piperoll.search.fusion import Candidates, Fusion, fuse, order
from piperoll.search.modes import Method, Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.query import Query, understand
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store.connection import Database
from piperoll.store.corpora import Corpus
from tests.search.indexing import index

EXAMPLES = Path(__file__).parents[2] / "examples"
LATER = Filters(day=date(2100, 1, 1))
Ask = Callable[..., Query]


@pytest.fixture
def ask(database: Database, settings: Settings) -> Iterator[Ask]:
    """Makes a query to the examples of a family."""
    with database.connect(autocommit=True) as connection:
        known: dict[str, Corpus] = {}

        def understood(family: str, text: str, filters: Filters = LATER) -> Query:
            if family not in known:
                known[family] = index(connection, settings, family, EXAMPLES / family, family)
            return understand(connection, known[family], 1, text, filters=filters, pool=100)

        yield understood


def told(query: Query, chunks: set[int] | frozenset[int]) -> set[tuple[str, str]]:
    """Document and path of each chunk."""
    return set(
        query.connection.execute(
            "SELECT d.key, c.path FROM chunk c JOIN version v ON v.id = c.version_id JOIN document d"
            " ON d.id = v.document_id WHERE c.id = ANY (%s)",
            (list(chunks),),
        ).fetchall()
    )


FYRLAG, BEES = "SFS 2031:12", "SFS 2030:3"
CASE, HKCFI = "[2031] EWHC 9902 (Ch)", "[2031] HKCFI 9901"
TERMS, DISTRIBUTION, NDA = "Lanternfish/Terms of Service", "distribution.txt", "nda.txt"
LIGHTS = "Cap. 9001"
CERTAIN = {
    "se-law": [
        ("2 kap. 1 § lagen (2031:12)", {(FYRLAG, "kap2.§1")}),
        ("SFS 2031:12 2 kap. 5 a §", {(FYRLAG, "kap2.§5a")}),
        ("2031:12 2:1", {(FYRLAG, "kap2.§1")}),
        ("fyrlagen 2 kap. 1 §", {(FYRLAG, "kap2.§1")}),
        ("Vad säger 2 kap. 1 § fyrlagen?", {(FYRLAG, "kap2.§1")}),
        ("2 och 3 §§ lagen om biodling i städer", {(BEES, "kap0.§2"), (BEES, "kap0.§3")}),
        ("4 § lagen (2030:3) om biodling i städer", {(BEES, "kap0.§4.v2")}),
        ("2 kap. 2 § FYFS 2031:4", {("FYFS 2031:4", "kap2.§2")}),
        ("5 a § fyrlagen", {(FYRLAG, "kap2.§5a")}),
        ("2 § lagen (2030:3) och 1 kap. 2 § lagen (2031:12)", {(BEES, "kap0.§2"), (FYRLAG, "kap1.§2")}),
    ],
    "hk-cases": [
        ("[2031] EWHC 9902 (Ch) at [3]", {(CASE, "para.3")}),
        ("para 3 of [2031] EWHC 9902 (Ch)", {(CASE, "para.3")}),
        ("[2031] HKCFI 9901 at paras 15-16", {(HKCFI, "para.15"), (HKCFI, "para.16")}),
        ("Thyme Orchards Limited v Heather Meadow at [3]", {(CASE, "para.3")}),
        ("HCCW 906/2031, para 32", {("[2031] HKCFI 9906", "para.31")}),
        ("2031 SCC 9905, at para. 2", {("2031 SCC 9905", "para.2")}),
    ],
    "hk-legislation": [
        ("section 4A of Cap. 9001", {(LIGHTS, "s.4A")}),
        ("cap 9001 s.3", {(LIGHTS, "s.3")}),
        ("Harbour Lights Ordinance s 6", {(LIGHTS, "s.6")}),
        ("s.4 of the Harbour Lights (Lamps and Oil) Regulation", {("Cap. 9001A", "s.4")}),
        ("regulation 2 of Cap. 9001A", {("Cap. 9001A", "s.2")}),
        ("reg. 2(1) of Cap. 9001A", {("Cap. 9001A", "s.2")}),
        ("Schedule 2 to the Harbour Lights Ordinance", {(LIGHTS, one) for one in ("sch2", "sch2.s.1", "sch2.s.2")}),
    ],
    "terms": [
        ("section 3.2 of the Lanternfish Terms of Service", {(TERMS, "3.2")}),
        ("Lanternfish Terms of Service, clause 4", {(TERMS, "4")}),
    ],
    "contracts": [
        (
            "Section 3.2 of the Distribution Agreement between Harbour Lamp Works Limited and Nordkap Trading AB",
            {(DISTRIBUTION, "3.2")},
        ),
    ],
    "sst": [
        ("2041 SST 17 at para 9", {("2041 SST 17", "para.8")}),
        ("paragraph 4 of 2042 SST 5", {("2042 SST 5", "para.3")}),
        ("MO v NB, para 7", {("2042 SST 5", "para.7")}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("family", CERTAIN)
def test_a_place_of_a_document_that_is_named_outright_comes_first(ask: Ask, family: str) -> None:
    for text, wanted in CERTAIN[family]:
        query = ask(family, text)
        found = rules.named(query)
        assert told(query, found.certain) == wanted, text
        assert found.certain <= found.scores.keys()
        for method in Method:
            fusion = Fusion(method, {"lexical": 1.0, "rule": 0.01})
            plan = SearchPlan(mode=Mode.LEXICAL, filters=LATER, fusion=fusion)
            hits = search(query.connection, query.corpus, text, plan)["hits"]
            assert {(hit["document"], hit["path"]) for hit in hits[: len(wanted)]} == wanted, (text, method)
            assert len(hits) >= len(wanted)


LIKELY = [
    ("se-law", "vad gäller enligt 2 kap. 1 § i fyrlagen om ljus", (FYRLAG, "kap2.§1")),
    ("hk-cases", "what did the judge say in Heather Meadow at [3]", (CASE, "para.3")),
    ("hk-legislation", "Ferry Piers Ordinance (Cap. 9002) s.7(2)", ("Cap. 9002 s.7(2)", "s.7.2")),
    ("terms", "what does section 3.2 of Lanternfish's terms say of refunds", (TERMS, "3.2")),
    ("contracts", "which audits does clause 5 of the non-disclosure agreement with Pharos allow", (NDA, "5")),
    ("contracts", "Section 3.2(b) of Nordkap's distribution agreement", (DISTRIBUTION, "3.2")),
    ("sst", "paragraph 7 in the case of NB", ("2042 SST 5", "para.7")),
]


@pytest.mark.parametrize(("family", "text", "wanted"), LIKELY)
def test_a_place_is_found_where_the_document_is_only_hinted_at(
    ask: Ask, family: str, text: str, wanted: tuple[str, str]
) -> None:
    query = ask(family, text)
    found = rules.named(query).scores
    best = max(found.values())
    assert told(query, {one for one, score in found.items() if score == best}) == {wanted}


@pytest.mark.parametrize(
    ("family", "text", "whole"),
    [
        ("se-law", "SFS 2031:12", FYRLAG),
        ("se-law", "vem ansvarar för ljuset enligt lagen (2031:12)", FYRLAG),
        ("hk-cases", "betterment in [2031] HKCFI 9901", HKCFI),
        ("hk-cases", "[2031] HKCFI 9901 at [900]", HKCFI),
        ("hk-legislation", "licences under Cap. 9001", LIGHTS),
        ("se-law", "vilka lagar hänvisar till lagen (2031:12)", ""),
        ("se-law", "skiljer sig lagen (2031:12) från lagen (2030:3)", ""),
        ("se-law", "prop. 2031:12", ""),
        ("se-law", "lagen (2031:12) " + "ljus " * 100, ""),
        ("hk-cases", "which decisions cite [2031] HKCFI 9901", ""),
        ("hk-cases", "Suit No 904 of 2030 and [2031] HKCFI 9906 at [900] of HCA 77/2031", ""),
        ("se-law", "vem ansvarar för ljuset", ""),
    ],
)
def test_a_document_is_all_that_is_asked_for_only_where_nothing_speaks_against_it(
    ask: Ask, family: str, text: str, whole: str
) -> None:
    query = ask(family, text)
    certain = told(query, rules.named(query).certain)
    assert {key for key, _ in certain} == ({whole} if whole else set())
    if whole:
        assert (len(certain),) == query.connection.execute(
            "SELECT count(*) FROM chunk c JOIN version v ON v.id = c.version_id JOIN document d"
            " ON d.id = v.document_id WHERE d.key = %s AND c.in_force", (whole,),
        ).fetchone()  # fmt: skip


def test_a_repealed_place_that_is_named_is_found_where_it_is_asked_for(ask: Ask) -> None:
    assert not rules.named(ask("hk-legislation", "Harbour Lights Ordinance s 5")).certain
    query = ask("hk-legislation", "Harbour Lights Ordinance s 5", replace(LATER, include_repealed=True))
    assert told(query, rules.named(query).certain) == {(LIGHTS, "s.5")}


def test_a_place_alone_is_looked_for_everywhere_and_within_the_filters(ask: Ask) -> None:
    anywhere = ask("se-law", "1 kap. 2 §")
    found = rules.named(anywhere)
    assert told(anywhere, found.scores.keys()) == {(FYRLAG, "kap1.§2"), ("FYFS 2031:4", "kap1.§2")}  # type: ignore[arg-type]
    assert not found.certain
    assert not rules.named(replace(anywhere, pool=1)).scores
    within = ask("se-law", "1 kap. 2 §", replace(LATER, document=FYRLAG))
    assert told(within, rules.named(within).scores.keys()) == {(FYRLAG, "kap1.§2")}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("family", "text", "held", "around"),
    [
        ("hk-legislation", "section 4A", {(LIGHTS, "s.4A")}, set()),
        ("hk-legislation", "section 4A(9)", set(), {(LIGHTS, "s.4A")}),
        ("contracts", "clause 3.2(z)(i)", set(), {(DISTRIBUTION, "3.2")}),
    ],
)
def test_of_a_place_alone_that_nothing_holds_the_nearest_unit_around_it_is_meant(
    ask: Ask, family: str, text: str, held: set[tuple[str, str]], around: set[tuple[str, str]]
) -> None:
    query = ask(family, text)
    found = rules.named(query)
    assert not found.certain
    for share, wanted in ((1.0, held), (rules.AROUND, around)):
        score = rules.PLACE * rules.ANYWHERE * share
        assert told(query, {one for one, known in found.scores.items() if known == score}) == wanted
    assert len(found.scores) == len(held | around)


def test_what_is_named_passes_the_filters(ask: Ask) -> None:
    for filters in (replace(LATER, document=BEES), replace(LATER, role="none"), replace(LATER, path="kap9")):
        found = rules.named(ask("se-law", "2 kap. 1 § lagen (2031:12)", filters))
        assert not found.scores and not found.certain


def test_of_several_dated_versions_the_one_of_the_day_is_found(ask: Ask) -> None:
    text = "section 3.2 of the Lanternfish Terms of Service"
    days = [date(2025, 6, 1), date(2100, 1, 1)]
    found = [rules.named(ask("terms", text, Filters(day=day))).certain for day in days]
    assert [len(one) for one in found] == [1, 1]
    assert found[0] != found[1]


def test_what_is_no_document_here_is_found_where_it_is_cited(ask: Ask) -> None:
    query = ask("se-law", "what cites it")
    rows = query.connection.execute(
        "SELECT target, target_path, chunk_id FROM citation WHERE corpus_id = %s AND kind IN ('case', 'legislation')"
        " AND target <> '' AND chunk_id IS NOT NULL",
        (query.corpus.id,),
    ).fetchall()
    row = next(row for row in rows if not document_titles.of(query).numbered(row[0]))
    found = rules.named(replace(query, references=[Citation(0, 7, "case", row[0], row[1])]))
    assert row[2] in found.scores and not found.certain


def test_headings_are_found_by_their_words(ask: Ask) -> None:
    query = ask("hk-legislation", "short title")
    chunks = [
        one for (one,) in query.connection.execute("SELECT id FROM chunk WHERE corpus_id = %s", (query.corpus.id,))
    ]
    found = rules.headers(query, chunks)
    best = {one for one, score in found.items() if score == max(found.values())}
    headings = query.connection.execute(
        "SELECT DISTINCT metadata ->> 'heading' FROM chunk WHERE id = ANY (%s)", (list(best),)
    )
    assert headings.fetchall() == [("Short title",)]


@pytest.mark.parametrize("method", Method)
def test_what_is_certain_comes_first_by_any_weight_of_the_scorer_that_knows(method: Method) -> None:
    named, certain = np.array([False, False, True]), np.array([False, False, True])
    scores = {"lexical": np.array([9.0, 5.0, 1.0]), "rule": np.array([3.0, 2.0, 1.0])}
    found = Candidates(np.array([1, 2, 3]), scores, named, {"rule": certain})
    both = Fusion(method, {"lexical": 1, "rule": 0.001})
    by_both = fuse(found, both)
    assert order(found, by_both, both).tolist() == [2, 0, 1]
    assert by_both[2] == by_both.max()
    plain = fuse(found, Fusion(method, {"lexical": 1, "rule": 0}))
    assert plain.tolist() == fuse(replace(found, certain={}), Fusion(method, {"lexical": 1})).tolist()


WORDS = st.lists(st.sampled_from("abcdef"), max_size=8)


@given(WORDS, st.dictionaries(st.integers(0, 5), WORDS))
def test_likeness_is_a_share(terms: list[str], texts: dict[int, list[str]]) -> None:
    found = rules.likeness(terms, texts)
    assert all(0 < score <= 1 + rules.PAIRS + 1e-9 for score in found.values())
    assert found.keys() == {one for one, text in texts.items() if set(text) & set(terms)}
    assert rules.likeness(terms, dict(reversed(texts.items()))) == found


@given(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6, unique=True), st.dictionaries(st.integers(1, 5), WORDS)
)
def test_a_header_that_is_the_query_has_the_most(terms: list[str], others: dict[int, list[str]]) -> None:
    found = rules.likeness(terms, {0: terms, **others})
    assert found[0] == pytest.approx(1 + (rules.PAIRS if len(terms) > 1 else 0))
    assert found[0] == pytest.approx(max(found.values()))


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans(), st.sampled_from(["", "A", "B"])), max_size=12))
def test_tied_places_take_their_targets_from_the_query_and_none_is_lost(drawn: list[tuple[int, bool, str]]) -> None:
    cited, at = [], 0
    for gap, place, target in drawn:
        path, target = (f"p{at}", target) if place else ("", target or "A")
        cited.append(Citation(at + gap, at + gap + 3, "internal", target, path))
        at += gap + 3
    found = rules.tied(cited)
    assert {one.path for one in found} - {""} == {one.path for one in cited} - {""}
    assert {one.target for one in found} - {""} == {one.target for one in cited} - {""}


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("12 § LAS och 5 § MBL", [("SFS 1982:80", "kap0.§12"), ("SFS 1976:580", "kap0.§5")]),
        ("LAS 12 § och MBL 5 §", [("SFS 1982:80", "kap0.§12"), ("SFS 1976:580", "kap0.§5")]),
        ("LAS 12 § MBL 5 §", [("SFS 1982:80", "kap0.§12"), ("SFS 1976:580", "kap0.§5")]),
        ("12 § LAS 5 § MBL", [("SFS 1982:80", "kap0.§12"), ("SFS 1976:580", "kap0.§5")]),
        ("LAS 12 § och MBL", [("SFS 1982:80", "kap0.§12"), ("SFS 1976:580", "")]),
        ("5 § MBL, 7 § semesterlagen", [("SFS 1976:580", "kap0.§5"), ("", "kap0.§7")]),
        ("LAS 3 §, 5 § semesterlagen", [("SFS 1982:80", "kap0.§3"), ("", "kap0.§5")]),
        ("BrB 3:1", [("SFS 1962:700", "kap3.§1")]),
        (
            "2 § lagen (2030:3) och 1 kap. 2 § lagen (2031:12)",
            [("SFS 2030:3", "kap0.§2"), ("SFS 2031:12", "kap1.§2")],
        ),
        ("3:1 BrB", [("SFS 1962:700", "kap3.§1")]),
        ("3:1 i BrB", [("SFS 1962:700", "kap3.§1")]),
        ("SFS 2009:400, 21:1 a", [("SFS 2009:400", "kap21.§1a")]),
        ("3 kap. 1 och 2 §§ brottsbalken", [("SFS 1962:700", "kap3.§1"), ("SFS 1962:700", "kap3.§2")]),
        ("arbetsmiljölagen (1977:1160) 3 kap. 2 §", [("SFS 1977:1160", "kap3.§2")]),
        ("1977:1160", [("SFS 1977:1160", "")]),
        ("1848:61 s.2", [("SFS 1848:61 s.2", "")]),
        ("klockan 14:30 enligt LAS", [("SFS 1982:80", "")]),
        ("prop. 2009/10:165, SOU 2010:12, NJA 2010:5", []),
        ("semesterlagen 7 §", [("", "kap0.§7")]),
        ("skollagen 7 kapitlet 10 paragrafen", [("SFS 2010:800", "kap7.§10")]),
        ("7 kapitel 3 paragrafen i fyrlagen", [("", "kap7.§3")]),
        ("högskoleförordningen 6:21", [("", "kap6.§21")]),
        ("6:21 i högskoleförordningen", [("", "kap6.§21")]),
        ("klockan 6:21 i skolan", []),
        ("SoL 12:1", [("SFS 2025:400", "kap12.§1")]),
        ("2 § LVU", [("SFS 1990:52", "kap0.§2")]),
    ],
)
def test_acts_that_a_question_names(query: str, wanted: list[tuple[str, str]]) -> None:
    assert [(one.target, one.path) for one in rules.tied(registry.get("se-law").references(query))] == wanted


def test_titles_are_told_apart() -> None:
    rows = [
        (1, 10, "Cap. 1", "Companies Ordinance", []),
        (2, 20, "Cap. 2", "Companies (Winding Up) Ordinance", ["Ord. 7"]),
        (3, 30, "Cap. 3", "Ferry Ordinance", ["Ord. 7"]),
        (4, 10, "Cap. 1", "Companies Ordinance 2031", []),
    ]
    known = document_titles.build(rows, "english")
    assert known.versions[10] == [1, 4]
    assert [known.numbered(one) for one in ("CAP 1", "Ord.7", "Ord. 8")] == [[10], [20, 30], ()]
    asked = document_titles.words("section 4 of the Companies Ordinance", "english")
    (first, likeness), (second, less), *_ = known.titles_like(asked, 20)
    assert (first, second) == (10, 20)
    assert likeness == pytest.approx(1) and less < 1
    assert known.titles_like([], 20) == known.titles_like(["unknown"], 20) == []
    assert len(known.titles_like(asked, 2)) == 2


@pytest.mark.parametrize("family", CERTAIN)
def test_a_hostile_query_is_answered_like_another(ask: Ask, family: str) -> None:
    for text in (
        "2 kap. 3 § SFS 2031:12 [2031] HKCFI 9901 at [45] section 5.1(a) Cap. 9001 s.4(2) para 00000000012 " * 1_000,
        "((((" * 10_000, "§" * 20_000, "1:1 " * 10_000, "\ud800[[[ \0 % _ ' \" \\ 3 § {}", "para 99999999999999999999",
        "lagen " * 10_000,
    ):  # fmt: skip
        hits = search(ask(family, "x").connection, ask(family, "x").corpus, text, SearchPlan(mode=Mode.LEXICAL))["hits"]
        assert len(hits) <= 10
