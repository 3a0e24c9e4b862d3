"""Swedish citations: what is printed, and what it means in the statute that it stands in."""

import pytest

from piperoll.corpora.citations.swedish import find
from piperoll.corpora.citations.swedish_provisions import provisions
from piperoll.corpora.registry import get
from tests.corpora.se_law.documents import read

CHAPTERS = ["kap1.§1", "kap1.§2", "kap2.§1", "kap2.§3", "kap2.§4", "bilaga.1"]
FLAT = ["kap0.§1", "kap0.§2", "kap0.§3", "kap0.§3a"]
KEY = "SFS 2031:12"


def cited(text: str, paths: list[str], here: str) -> list[tuple[str, str, str]]:
    """Printed text, target and path of each citation in ``text``, which stands in ``here``."""
    places = [(0, len(text), here), *((len(text), len(text), path) for path in paths)]
    return [(" ".join(text[one.start : one.end].split()), one.target, one.path) for one in find(text, places, KEY)]


WITHIN_CHAPTERS = [
    ("Enligt 3 § andra stycket får fyren släckas.", [("3 § andra stycket", "", "kap2.§3")]),
    ("I 1 kap. 2 § och 2 kap. 4 § finns undantag.", [("1 kap. 2 §", "", "kap1.§2"), ("2 kap. 4 §", "", "kap2.§4")]),
    ("Detta följer av 1, 3 och 4 §§.", [("1", "", "kap2.§1"), ("3", "", "kap2.§3"), ("4 §§", "", "kap2.§4")]),
    ("1 kap. 1–2 a §§ gäller.", [("1 kap. 1–2 a §§", "", "kap1.§1"), ("1 kap. 1–2 a §§", "", "kap1.§2a")]),
    ("Se 3 §§ ovan.", [("3 §§", "", "kap2.§3")]),
    ("Avgift tas ut enligt 2 kap.", [("2 kap.", "", "kap2")]),
    # what the statute lacks is of an act that the sentence does not name
    ("Avgift tas ut enligt 9 kap. och 9 kap. 2 § eller 99 §.", []),
    (
        "Enligt 2 kap. 3 § första stycket 2 och 4 § gäller.",
        [("2 kap. 3 § första stycket 2", "", "kap2.§3"), ("4 §", "", "kap2.§4")],
    ),
    ("Enligt 7\n§ denna lag gäller", [("7 § denna lag", "", "kap2.§7")]),
    ("Se bilaga 1.", [("bilaga 1", "", "bilaga.1")]),
    # a § without chapter in front of one with a chapter is the statute's own
    (
        "Trots 3 § och 4 kap. 1 § miljöbalken får hamnen stängas.",
        [("3 §", "", "kap2.§3"), ("4 kap. 1 § miljöbalken", "SFS 1998:808", "kap4.§1")],
    ),
    (
        "Enligt 3 kap. 2 § och 23 kap. brottsbalken döms till böter.",
        [("3 kap. 2 §", "SFS 1962:700", "kap3.§2"), ("23 kap. brottsbalken", "SFS 1962:700", "kap23")],
    ),
    # the statute's own number is no other act; nor is a number that no § follows
    ("I hamnlagen (2031:12) och 3, 5 och 7 år. Enligt 4 § hamnlagen", [("4 § hamnlagen", "", "kap2.§4")]),
]
ELSEWHERE = [
    ("lagen (2010:800) om skolor", [("lagen (2010:800)", "SFS 2010:800", "")]),
    ("enligt SFS 1998:808 och plan- och bygglagen (2010:900)", [
        ("SFS 1998:808", "SFS 1998:808", ""), ("plan- och bygglagen (2010:900)", "SFS 2010:900", "")]),
    ("Hamnen sköts. Lag (2018:1).", [("Lag (2018:1)", "SFS 2018:1", "")]),
    ("3 och 5 §§ förordningen\n(1984:831) om mönstring", [
        ("3", "SFS 1984:831", "kap0.§3"), ("5 §§ förordningen (1984:831)", "SFS 1984:831", "kap0.§5")]),
    ("enligt 3 § i den upphävda lagen (1990:1)", [("3 § i den upphävda lagen (1990:1)", "SFS 1990:1", "kap0.§3")]),
    # named without its number: by the table, by the text itself, by the first words of its title
    ("2 kap. 1 § regeringsformen", [("2 kap. 1 § regeringsformen", "SFS 1974:152", "kap2.§1")]),
    ("hamnlagen (2001:7) och 4 § hamnlagen", [
        ("hamnlagen (2001:7)", "SFS 2001:7", ""), ("4 § hamnlagen", "SFS 2001:7", "kap0.§4")]),
    ("lagen (2009:866) om överlåtbara fiskerätter. 3 § lagen om överlåtbara fiskerätter", [
        ("lagen (2009:866)", "SFS 2009:866", ""), ("3 § lagen", "SFS 2009:866", "kap0.§3")]),
    ("lagen (2001:7). Enligt 4 § samma lag och samma paragraf", [
        ("lagen (2001:7)", "SFS 2001:7", ""), ("4 § samma lag", "SFS 2001:7", "kap0.§4"),
        ("samma paragraf", "SFS 2001:7", "kap0.§4")]),
    # an act that nobody names by a number
    ("enligt 4 § okändalagen", []),
    ("lagen (2001:7) om hamnar. Enligt 4 § lagen", [("lagen (2001:7)", "SFS 2001:7", "")]),
    ("föreskrifter (SSMFS 2018:3) om fyrar", [("föreskrifter (SSMFS 2018:3)", "SSMFS 2018:3", "")]),
    ("bilaga 1 till Fyrmyndighetens föreskrifter (FYFS 2018:3)", [
        ("bilaga 1 till Fyrmyndighetens föreskrifter (FYFS 2018:3)", "FYFS 2018:3", "bilaga.1")]),
    ("förordning (EU) 2016/679 och direktiv 2009/28/EG samt (EG) nr 1907/2006", [
        ("förordning (EU) 2016/679", "EU 2016/679", ""), ("direktiv 2009/28/EG", "EU 2009/28", ""),
        ("(EG) nr 1907/2006", "EU 1907/2006", "")]),
    ("artiklarna 5.1 c och 7 i Europaparlamentets och rådets förordning (EU) 2021/2116", [
        ("artiklarna 5.1 c", "EU 2021/2116", "art5.1.c"),
        ("7 i Europaparlamentets och rådets förordning (EU) 2021/2116", "EU 2021/2116", "art7")]),
    ("prop. 2009/10:165, bet. 2009/10:JuU12 och NJA 2010 s. 123", [
        ("prop. 2009/10:165", "prop. 2009/10:165", ""), ("bet. 2009/10:JuU12", "bet. 2009/10:JuU12", ""),
        ("NJA 2010 s. 123", "NJA 2010 s. 123", "")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), WITHIN_CHAPTERS)
def test_provisions_of_the_statute_itself(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert cited(text, CHAPTERS, "kap2.§9") == expected


@pytest.mark.parametrize(("text", "expected"), ELSEWHERE)
def test_other_acts(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert cited(text, FLAT, "kap0.§9") == expected


def test_kinds() -> None:
    text = "3 §, lagen (2010:1), prop. 2009/10:1 och NJA 2010 s. 1"
    places = [(0, len(text), "kap0.§9")]
    assert [one.kind for one in find(text, places)] == ["internal", "legislation", "document", "case"]


def test_numbers_that_run_through_the_chapters() -> None:
    assert cited("Enligt 3 § gäller", ["kap1.§1", "kap1.§2", "kap2.§3", "kap2.§4"], "kap1.§2") == [
        ("3 §", "", "kap2.§3")
    ]


def test_a_document_without_provisions_has_none_to_cite() -> None:
    assert cited("Enligt 3 § och 2 kap. 4 § gäller", ["md.chunk1"], "md.chunk1") == []


def test_a_list_of_provisions_of_another_act() -> None:
    text = "9 § Följande gäller ur 4 kap. årslagen (1995:1554):\n\n6 § om lager, och\n\n7 § om lån."
    assert cited(text, FLAT, "kap0.§9") == [
        ("4 kap. årslagen (1995:1554)", "SFS 1995:1554", "kap4"),
        ("6 §", "SFS 1995:1554", "kap4.§6"),
        ("7 §", "SFS 1995:1554", "kap4.§7"),
    ]


SCHOOL = "SFS 2010:800"
GROUPS = [
    (SCHOOL, "kap2.§3"),
    (SCHOOL, "kap2.§5"),
    (SCHOOL, "kap2.§7"),
    (SCHOOL, "kap4.§1"),
    (SCHOOL, "kap6.§2"),
    (SCHOOL, "kap6.§3"),
]


@pytest.mark.parametrize(
    "text",
    [
        "Enligt 2 kap. 3, 5 och 7 §§, 4 kap. 1 § samt 6 kap. 2 och 3 §§ skollagen gäller annat.",
        "Enligt 2 kap. 3, 5 och 7 §§; 4 kap. 1 §; samt 6 kap. 2 och 3 §§ skollagen gäller annat.",
        "Enligt dels 2 kap. 3, 5 och 7 §§, dels 4 kap. 1 §, dels 6 kap. 2 och 3 §§ skollagen gäller annat.",
        "Enligt skollagen (2010:800) 2 kap. 3, 5 och 7 §§, 4 kap. 1 § samt 6 kap. 2 och 3 §§ gäller annat.",
        "Enligt skollagen, 2 kap. 3, 5 och 7 §§, 4 kap. 1 § samt 6 kap. 2 och 3 §§, gäller annat.",
        "Följande i skollagen (2010:800) gäller: 2 kap. 3, 5 och 7 §§, 4 kap. 1 § samt 6 kap. 2 och 3 §§.",
        "I skollagen gäller:\n\n1. 2 kap. 3, 5 och 7 §§ om X,\n\n2. 4 kap. 1 §, och\n\n3. 6 kap. 2 och 3 §§ om Y.",
        "I skollagen gäller:\n\n– 2 kap. 3, 5 och 7 §§,\n\n– 4 kap. 1 § och\n\n– 6 kap. 2 och 3 §§.",
    ],
)
def test_every_group_of_a_list_has_the_act_that_is_named_once(text: str) -> None:
    found = find(text, [(0, len(text), "kap0.§9"), (len(text), len(text), "kap0.§3")], KEY)
    assert [(one.target, one.path) for one in found if one.path] == GROUPS


def test_a_list_of_own_provisions_is_not_of_the_act_named_before() -> None:
    text = (
        "9 § A. Lag (2025:7).\n\nFöljande bestämmelser i detta kapitel tillämpas:\n\n"
        "1. 1 § om ljus, och\n\n2. 2 § om lur."
    )
    assert cited(text, FLAT, "kap0.§9") == [
        ("Lag (2025:7)", "SFS 2025:7", ""),
        ("1 §", "", "kap0.§1"),
        ("2 §", "", "kap0.§2"),
    ]  # 2005:551


def test_a_provision_behind_a_comma_may_be_the_statutes_own() -> None:
    assert cited("Enligt lotslagen (2010:8), 3 § och 7 kap. 1 § gäller", FLAT, "kap0.§9")[1] == ("3 §", "", "kap0.§3")


STATUTE = """---
beteckning: 2031:12
rubrik: Lag om fyrar
ikraft_datum: 2031-07-01
---

# Lag om fyrar

## 1 kap. Inledning

### Undantag från 2 §

### 1 §

Fyren ska lysa, om inte annat följer av [2 §](#kap1.2). Lag (2032:5).

### 2 §

/Upphör att gälla U:2033-01-01 genom lag (2032:9)./
Fyren får släckas enligt 2 kap. 1 §.

## 2 kap. Avgifter

### 1 §

Avgift tas ut enligt 3 kap. 2 § miljöbalken.
"""


def test_a_whole_statute() -> None:
    """Neither its own numbers nor temporal markers are citations; offsets are of the stored text."""
    document = read(STATUTE.encode(), "sfs-2031-12.md")
    assert [(document.text[one.start : one.end], one.target, one.path) for one in document.citations] == [
        ("2 §", "", "kap1.§2"),
        ("2 §", "", "kap1.§2"),
        ("Lag (2032:5)", "SFS 2032:5", ""),
        ("2 kap. 1 §", "", "kap2.§1"),
        ("3 kap. 2 § miljöbalken", "SFS 1998:808", "kap3.§2"),
    ]


def test_an_amending_act_cites_what_it_names() -> None:
    page = (
        "<article><div class='lovhead'>SFS 2031:40 Lag om ändring i fyrlagen (2031:12)</div>"
        "<p>I fråga om 2 kap. 3 § fyrlagen (2031:12) gäller 4 §.</p></article>"
    )
    document = read(page.encode(), "x.html")
    assert [(one.target, one.path) for one in document.citations] == [("SFS 2031:12", ""), ("SFS 2031:12", "kap2.§3")]


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("skollagen 1 kap. 5 §", ["kap1.§5"]),
        ("2 KAP. 3 A §", ["kap2.§3a"]),
        ("5 kap.3§", ["kap5.§3"]),
        ("3 och 5 §§ fyrlagen", ["kap0.§3", "kap0.§5"]),
        ("vad gäller 2031?", []),
        ("23 kap. brottsbalken", []),
    ],
)
def test_references_of_a_query(query: str, paths: list[str]) -> None:
    assert [one.path for one in get("se-law").references(query) if one.path] == paths


def test_provisions_are_labels_in_path_form() -> None:
    assert [one.path for one in provisions("2 kap. 3 och 5 a §§ samt 4 kap.")] == ["kap2.§3", "kap2.§5a", "kap4"]
