"""References as they are really printed: text, and of each reference the printed form, kind, target and path."""

import contextlib
import sys
from collections.abc import Callable
from itertools import pairwise
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora.citations.common_law import find
from piperoll.model import CITATION_KINDS

Row = tuple[str, str, str, str]
CHARTER = "Canadian Charter of Rights and Freedoms"

CASES: list[tuple[str, list[Row]]] = [
    ("HKSAR v Ko [2025] HKCFI 470.", [("[2025] HKCFI 470", "case", "[2025] HKCFI 470", "")]),
    ("[2023] EWHC 2638 (Comm)", [("[2023] EWHC 2638 (Comm)", "case", "[2023] EWHC 2638 (Comm)", "")]),
    ("[2019] UKUT 12 (IAC), [4]", [("[2019] UKUT 12 (IAC), [4]", "case", "[2019] UKUT 12 (IAC)", "para.4")]),
    ("[2021] EWCA Civ 9 at [9]-[19]", [("[2021] EWCA Civ 9 at [9]-[19]", "case", "[2021] EWCA Civ 9", "para.9")]),
    ("2017 SSTADIS 186", [("2017 SSTADIS 186", "case", "2017 SSTADIS 186", "")]),
    ("1998 CanLII 838 (SCC)", [("1998 CanLII 838 (SCC)", "case", "1998 CanLII 838", "")]),
    ("[2004] 1 AC 919", [("[2004] 1 AC 919", "case", "[2004] 1 AC 919", "")]),
    ("(2013) 16 HKCFAR 366", [("(2013) 16 HKCFAR 366", "case", "(2013) 16 HKCFAR 366", "")]),
    ("[1990] 2 S.C.R. 1, at p. 5", [("[1990] 2 S.C.R. 1", "case", "[1990] 2 SCR 1", "")]),
    ("155 O.R. (3d) 481", [("155 O.R. (3d) 481", "case", "155 OR (3d) 481", "")]),
    ("[2003] 3 SLR(R) 32", [("[2003] 3 SLR(R) 32", "case", "[2003] 3 SLR(R) 32", "")]),
    ("[1984] 1 Lloyd’s Rep 21", [("[1984] 1 Lloyd’s Rep 21", "case", "[1984] 1 Lloyd's Rep 21", "")]),
    ("unrep., HCMP 307 of 2015", [("HCMP 307 of 2015", "case", "HCMP 307/2015", "")]),
    ("Case C-199/92", [("Case C-199/92", "case", "C-199/92", "")]),
    (
        "[2009] FCA 3 particularly at [22]---[27]",
        [("[2009] FCA 3 particularly at [22]---[27]", "case", "[2009] FCA 3", "para.22")],
    ),
    ("(2006) 157 FCR 45 at 89 [171]", [("(2006) 157 FCR 45 at 89 [171]", "case", "(2006) 157 FCR 45", "para.171")]),
    # citations of one decision share the pinpoint; two neutral ones are two decisions
    (
        "2012 SCC 26, [2012] 2 S.C.R. 60, at para. 36",
        [
            ("2012 SCC 26", "case", "2012 SCC 26", "para.36"),
            ("[2012] 2 S.C.R. 60, at para. 36", "case", "[2012] 2 SCR 60", "para.36"),
        ],
    ),
    (
        "[2006] HKCFA 5; (2006) 9 HKCFAR 3 per Bo PJ at §§83-86",
        [
            ("[2006] HKCFA 5", "case", "[2006] HKCFA 5", "para.83"),
            ("(2006) 9 HKCFAR 3 per Bo PJ at §§83-86", "case", "(2006) 9 HKCFAR 3", "para.83"),
        ],
    ),
    (
        "[2018] SGHC 12, [2019] SGHC 3 at [4]",
        [("[2018] SGHC 12", "case", "[2018] SGHC 12", ""), ("[2019] SGHC 3 at [4]", "case", "[2019] SGHC 3", "para.4")],
    ),
    # back to a case by its name
    (
        "R v Smithers [2003] 1 WLR 9 at [4]. So Smithers at [12].",
        [
            ("[2003] 1 WLR 9 at [4]", "case", "[2003] 1 WLR 9", "para.4"),
            ("Smithers at [12]", "case", "[2003] 1 WLR 9", "para.12"),
        ],
    ),
    (
        "Canada (AG) v. Downtown Workers Society, 2012 SCC 45. See Downtown Workers, at paras. 42 and 44.",
        [
            ("2012 SCC 45", "case", "2012 SCC 45", ""),
            ("Downtown Workers, at paras. 42 and 44", "case", "2012 SCC 45", "para.42"),
        ],
    ),
    (
        "Bo v Ko [2009] 2 SLR 1 (“ _Bo_ ”): _Bo_ at [7]",
        [("[2009] 2 SLR 1", "case", "[2009] 2 SLR 1", ""), ("_Bo_ at [7]", "case", "[2009] 2 SLR 1", "para.7")],
    ),
    (
        "Ab v Bo [2009] FCA 1, then Bo v Ce [2010] FCA 2; Bo at [3]",
        [("[2009] FCA 1", "case", "[2009] FCA 1", ""), ("[2010] FCA 2", "case", "[2010] FCA 2", "")],
    ),
    # places in the same decision
    ("as said in paragraph 12 above", [("paragraph 12 above", "internal", "", "para.12")]),
    ("see [30] above", [("[30] above", "internal", "", "para.30")]),
    ("para 5 of this judgment", [("para 5 of this judgment", "internal", "", "para.5")]),
    ("para 8 to 11 above", [("para 8 to 11 above", "internal", "", "para.8")]),
    # nothing of the kind
    ("a letter of 2 April [2022] 5 pages long", []),
    ("Item [12] costs 2019 GBP 50", []),
    ("(2017), 40 Alta. L. Rev. 391", []),
    ("Suit No 445 of 2015 was heard", []),
    ("the applicant’s 29 letters, paragraph 22(3) of the reply, section 3 of the report", []),
]

LAWS: list[tuple[str, list[Row]]] = [
    (  # initials that two acts share name neither
        "The Trade Practices Act 1974 and the Toxic Pesticides Act 1989 apply. Under section 3 of the TP Act it is so.",
        [
            ("Trade Practices Act 1974", "legislation", "Trade Practices Act 1974", ""),
            ("Toxic Pesticides Act 1989", "legislation", "Toxic Pesticides Act 1989", ""),
            ("section 3 of the TP Act", "legislation", "TP Act", "s.3"),
        ],
    ),
    (
        "section 36(1) of the Dangerous Drugs Ordinance (Cap. 134)",
        [("section 36(1) of the Dangerous Drugs Ordinance (Cap. 134)", "legislation", "Cap. 134", "s.36.1")],
    ),
    ("under Cap. 272", [("Cap. 272", "legislation", "Cap. 272", "")]),
    ("s.4(2) Theft Act 1968", [("s.4(2) Theft Act 1968", "legislation", "Theft Act 1968", "s.4.2")]),
    ("Article 8 ECHR", [("Article 8 ECHR", "legislation", "European Convention on Human Rights", "art.8")]),
    ("Order 14 rule 1 RHC", [("Order 14 rule 1 RHC", "legislation", "Rules of the High Court", "o.14.r.1")]),
    (
        "Canada Pension Plan, s 42(2)",
        [("Canada Pension Plan, s 42(2)", "legislation", "Canada Pension Plan", "s.42.2")],
    ),
    (
        "paragraph 42(2)(a) of the CPP",
        [("paragraph 42(2)(a) of the CPP", "legislation", "Canada Pension Plan", "s.42.2.a")],
    ),
    (
        "subsection 52(1) of the DESD Act",
        [
            (
                "subsection 52(1) of the DESD Act",
                "legislation",
                "Department of Employment and Social Development Act",
                "s.52.1",
            )
        ],
    ),
    ("CPR 3.4(2)", [("CPR 3.4(2)", "legislation", "Civil Procedure Rules", "r.3.4.2")]),
    (
        "paragraph 3 of Schedule 1 to the Housing Act 1988",
        [("paragraph 3 of Schedule 1 to the Housing Act 1988", "legislation", "Housing Act 1988", "sch1.s.3")],
    ),
    (
        "paragraph (c) of section 35 of the Tax Act, R.S.C. 1985, c. 1 (5th Supp.)",
        [
            (
                "paragraph (c) of section 35 of the Tax Act, R.S.C. 1985, c. 1 (5th Supp.)",
                "legislation",
                "Tax Act",
                "s.35.c",
            )
        ],
    ),
    (
        "Part IX (Forgery) of the Crimes Ordinance (Cap. 200)",
        [("Part IX (Forgery) of the Crimes Ordinance (Cap. 200)", "legislation", "Cap. 200", "partIX")],
    ),
    (
        "regulation 2(1) of the Road Traffic (Traffic Control) Regulations (Cap. 374 sub. leg. G)",
        [
            (
                "regulation 2(1) of the Road Traffic (Traffic Control) Regulations (Cap. 374 sub. leg. G)",
                "legislation",
                "Cap. 374G",
                "reg.2.1",
            )
        ],
    ),
    # lists: one for each member; a range: its first
    (
        "ss. 7, 8 and 24(2) of the Charter",
        [
            ("ss. 7", "legislation", CHARTER, "s.7"),
            ("8", "legislation", CHARTER, "s.8"),
            ("24(2) of the Charter", "legislation", CHARTER, "s.24.2"),
        ],
    ),
    (
        "s. 95(1)(a), (b) or (c) of the Work Act 1996",
        [
            ("s. 95(1)(a)", "legislation", "Work Act 1996", "s.95.1.a"),
            ("(b)", "legislation", "Work Act 1996", "s.95.1.b"),
            ("(c) of the Work Act 1996", "legislation", "Work Act 1996", "s.95.1.c"),
        ],
    ),
    (
        "sections 10 to 14 of the Bank Act 1987 (Cth)",
        [("sections 10 to 14 of the Bank Act 1987 (Cth)", "legislation", "Bank Act 1987", "s.10")],
    ),
    (
        "s 4 and s 5 of the Bank Act 1987",
        [
            ("s 4", "legislation", "Bank Act 1987", "s.4"),
            ("s 5 of the Bank Act 1987", "legislation", "Bank Act 1987", "s.5"),
        ],
    ),
    # what the text calls them
    (
        "the Employment Insurance Act (the “Act”). Section 30 of the Act",
        [
            ("Employment Insurance Act", "legislation", "Employment Insurance Act", ""),
            ("Section 30 of the Act", "legislation", "Employment Insurance Act", "s.30"),
        ],
    ),
    (
        "the Senior Courts Act 1981 and the Theft Act 1968. By section 2 of the 1981 Act",
        [
            ("Senior Courts Act 1981", "legislation", "Senior Courts Act 1981", ""),
            ("Theft Act 1968", "legislation", "Theft Act 1968", ""),
            ("section 2 of the 1981 Act", "legislation", "Senior Courts Act 1981", "s.2"),
        ],
    ),
    (
        "the Insurance Ordinance (Cap. 41) or section 6 of that Ordinance",
        [
            ("Insurance Ordinance (Cap. 41)", "legislation", "Cap. 41", ""),
            ("section 6 of that Ordinance", "legislation", "Cap. 41", "s.6"),
        ],
    ),
    (
        "s. 215 of the Criminal Code, R.S.C. 1985, c. C‑46, and the Charter. For s. 215(2)",
        [
            ("s. 215 of the Criminal Code, R.S.C. 1985, c. C‑46", "legislation", "Criminal Code", "s.215"),
            ("s. 215(2)", "legislation", "Criminal Code", "s.215.2"),
        ],
    ),
    (
        "sections 29 and 30 of the Act",
        [("sections 29", "legislation", "", "s.29"), ("30 of the Act", "legislation", "", "s.30")],
    ),
    # a chapter of Singapore's laws is none of Hong Kong's
    ("the Penal Code (Cap 224, 2008 Rev Ed)", [("Penal Code (Cap 224, 2008 Rev Ed)", "legislation", "Penal Code", "")]),
    (
        "(Added 39 of 1995 s. 2; L.N. 5 of 1984)",
        [
            ("39 of 1995 s. 2", "legislation", "39 of 1995", "s.2"),
            ("L.N. 5 of 1984", "legislation", "L.N. 5 of 1984", ""),
        ],
    ),
    ("[cf. 1934 c. 50 s. 14 U.K.]", [("1934 c. 50 s. 14 U.K.", "legislation", "1934 c. 50", "s.14")]),
    ("Quebec’s Expropriation Act", [("Expropriation Act", "legislation", "Expropriation Act", "")]),
    ("The Act says so. Western Division of the Act.", []),
]


def rows(text: str, **options: object) -> list[Row]:
    return [(text[one.start : one.end], one.kind, one.target, one.path) for one in find(text, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "wanted"), [*CASES, *LAWS], ids=[text[:40] for text, _ in [*CASES, *LAWS]])
def test_references(text: str, wanted: list[Row]) -> None:
    assert rows(text) == wanted


def test_an_enactment_refers_to_itself() -> None:
    text = "under subsection (2) or (3)(a), section 5; Schedule 1, paragraph 6(a) of Schedule 2 or the Schedule"
    assert rows(text, places=[(0, "s.4"), (2, "s.4.1")]) == [
        ("subsection (2)", "internal", "", "s.4.2"),
        ("(3)(a)", "internal", "", "s.4.3.a"),
        ("section 5", "internal", "", "s.5"),
        ("Schedule 1", "internal", "", "sch1"),
        ("paragraph 6(a) of Schedule 2", "internal", "", "sch2.s.6.a"),
        ("Schedule", "internal", "", "sch"),
    ]


def test_only_the_range_is_read() -> None:
    text = "[2025] HKCFI 1 and [2025] HKCFI 2 and [2025] HKCFI 3"
    assert [text[one.start : one.end] for one in find(text, 10, 40)] == ["[2025] HKCFI 2"]


PIECES = [text for text, _ in [*CASES, *LAWS]] + [
    "[",
    "(",
    "1",
    "A",
    " ",
    "\n",
    "s. ",
    "at [",
    "Act ",
    "v ",
    "“",
    "§",
    "_",
    "\u2028",
]


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=12).map("".join), st.booleans())
def test_references_are_in_order_and_apart(text: str, enactment: bool) -> None:
    found = list(find(text, places=[(0, "s.1")] if enactment else None))
    assert all(one.start < one.end <= len(text) and one.kind in CITATION_KINDS for one in found)
    assert all(one.end <= following.start for one, following in pairwise(found))


HARD = {
    "brackets": "[",
    "digits": "12 ",
    "capitals": "A ",
    "years": "[2001] A",
    "list": "1, ",
    "sections": "section 1, 2, ",
    "steps": "s 1(1)(1)(1)(1)",
    "acts": "Theft Act 1968 ",
    "names": "R v Smith [2003] 1 WLR 9 at [4]; Smith at [12] ",
    "many cases": "Ab v Bo [2003] 1 WLR 9, ",
    "pinpoints": "Aa at [1",
    "that": "section 6 of that Ordinance ",
    "parts": "Part 1\n",
    "schedules": "Schedule 1\n",
    "definitions": "Aa Bb Act (“Cc”) s. 5 of the Cc ",
    "spaces": " \n",
    "paragraphs": "§1 ",
}


def calls(text: str) -> int:
    """Calls of functions while ``text`` is read: the same number every time, whatever else the machine does."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(counted)
    try:
        with contextlib.closing(find(text)) as found:  # type: ignore[type-var]
            for _ in found:
                pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", HARD.values(), ids=HARD.keys())
def test_work_is_linear(unit: str) -> None:
    """Twice the text in at most 2.25 times the calls; that it ends at all says the same of the expressions."""
    make: Callable[[int], str] = lambda n: (unit * (n // len(unit) + 1))[:n]  # noqa: E731
    assert calls(make(10_000)) < 2.25 * calls(make(5_000)) + 200
