"""An anchored pattern finds what the pattern alone finds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.citations import american, case_law, enactment_names, instruments, provisions, swedish, titles
from piperoll.corpora.clauses.candidates import scan
from piperoll.corpora.hk_cases import header, numbering, plain, roles
from piperoll.text.anchored import Anchored

MODULES = (american, case_law, enactment_names, instruments, provisions, swedish, titles, scan, header, plain, roles)
PATTERNS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, Anchored)
}
PATTERNS |= {f"swedish.{kind} {at}": one for at, (kind, one) in enumerate(swedish.ANCHORS) if isinstance(one, Anchored)}
PATTERNS |= {f"numbering.{name}": one for name, one in numbering.INSIDE.items() if isinstance(one, Anchored)}
PIECES = [
    "39 of 1995 s. 2", "Ordinance No. 12 of 1994", "(89 of 1994)", "L.N. 294 of 1984", "1934 c. 50 s. 14 U.K.",
    "SI 2013/435", "S.I. 2013/435", "SOR/96-332", "Regulation (EC) No 44/2001", "Council Directive 95/46/EC",
    "CPR 3.4(2)", "[2004] 1 AC 919", "[2023] EWHC 2638 (Comm)", "(1998), 131 C.C.C. (3d) 75", "2022 SCC 5",
    "155 O.R. (3d) 481", "61 CLR at 363", "HCAL 1756/2020", "CACC28/2025", "UKEATPA/0836/20/JOJ", "SCCO 175/19",
    "Joined Cases C-199/92", "para. 52 in Sinclair", "paragraph 12 above", "[30] above", "Act", "Ordinance",
    "By-laws", "Criminal Code", "Bill of Rights", "PD 12", "s. 4(2)", "sIV", "Part IX", "§ 12",
    "Sub-paragraphs (a) and (b)", "15 U.S.C. § 78m(a)", "17 C.F.R. § 240.13d-3", "8 Del. C. § 251",
    "Treas. Reg.", "UK GDPR", "Title 18, United States Code, Section 12", "“Term” means", "ARTICLE IV Fees",
    "Section 3.2 Term", "Čl. 5 X", "3.1 The", "(a) x", "12th day of November, 2018", "March 5th, 2020",
    "2026-06-01", "13.03.2024", "HCCC 114/2024", "CL-2019-000752", "UT/2021/000093",
    "the judgment of Smith J was delivered", "The appeal is dismissed.", "I would allow it", "order nisi",
    "上訴駁回", "miljöbalken", "EU:s dataskyddsförordning", "prop. 2009/10:165", "SOU 2010:12", "NJA 2010 s. 123",
    "C-123/10", "89/618/EEG", "SSMFS 2018:3", "tryckfrihetsförordningen",
    "Smith at [12]", "Grant, in paras. 71-73", "our [Privacy Policy", "the Lamp Terms", "The Oil Agreement",
    "OpenSea’s Rules", "This Code of Conduct", "these *Additional Terms (the 'Terms')", "Regulation 2016/679",
    "Act No. 78-17", "Law", "v. [1] The", "[2004-05]", "2004/2005] 1 AC", "[1234-2004] 1 AC 9",
    " ", "\n", ",", ".", "(", "[", "x", "S", "1", "-", "ſ",
]  # fmt: skip


@pytest.mark.parametrize("name", PATTERNS)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=12), st.sampled_from(["", " "]))
def test_finds_what_the_pattern_alone_finds(name: str, pieces: list[str], between: str) -> None:
    anchored, text = PATTERNS[name], between.join(pieces)
    start, end = min(3, len(text)), len(text) - len(text) // 10
    for first, last in ((0, len(text)), (start, max(start, end))):
        alone = [match.span() for match in anchored.pattern.finditer(text, first, last)]
        assert [match.span() for match in anchored.finditer(text, first, last)] == alone


def test_matches_do_not_overlap() -> None:
    anchored = Anchored("[ab]", "[ab]{2}")
    assert [match[0] for match in anchored.finditer("ababa")] == ["ab", "ab"]
    first = anchored.search("xaab", 2)
    assert first is not None and first.span() == (2, 4)
    assert anchored.search("xyz") is None


def test_a_text_without_what_it_needs_is_not_searched() -> None:
    anchored = Anchored("a", "ab", needs=("c", "d"))
    assert not list(anchored.finditer("ab ab"))
    assert [match.start() for match in anchored.finditer("ab d ab")] == [0, 5]


def test_a_group_shows_where_a_match_begins_in_front_of_its_anchor() -> None:
    anchored = Anchored(("ara(?<=([Pp])ara)", "§"), r"(?:[Pp]ara|§) \d")
    text = "Para 1, § 2, para, para 3 § 4"
    assert [match[0] for match in anchored.finditer(text)] == ["Para 1", "§ 2", "para 3", "§ 4"]
    assert [match[0] for match in anchored.finditer(text, 1)] == ["§ 2", "para 3", "§ 4"]
