"""Acts and regulations of the United States and the European Union in contracts and terms."""

import pytest

from piperoll.corpora.citations.american import find

EXCHANGE, SECURITIES = "Securities Exchange Act of 1934", "Securities Act of 1933"
CASES = [
    ("15 U.S.C. § 78m(a)", [("15 U.S.C.", "s.78m.a")]),
    ("17 C.F.R. § 240.13d-3", [("17 C.F.R.", "s.240.13d-3")]),
    ("48 C.F.R. §227.7202-1 through 227.7202-4", [("48 C.F.R.", "s.227.7202-1"), ("48 C.F.R.", "s.227.7202-4")]),
    ("22 C.F.R. §§ 120-130", [("22 C.F.R.", "s.120"), ("22 C.F.R.", "s.130")]),
    ("17 USC Section 512", [("17 U.S.C.", "s.512")]),
    ("Title 17, United States Code, Section 512(c)(2)", [("17 U.S.C.", "s.512.c.2")]),
    ("8 Del. C. § 251", [("8 Del. C.", "s.251")]),
    ("Section 251(h) of the DGCL", [("8 Del. C.", "s.251.h")]),
    ("the Delaware General Corporation Law", [("8 Del. C.", "")]),
    ("Section 13(d) of the Exchange Act", [(EXCHANGE, "s.13.d")]),
    ("Sections 13(d)(3) and 14(d)(2) of the Securities Exchange Act of 1934", [
        (EXCHANGE, "s.13.d.3"), (EXCHANGE, "s.14.d.2")]),
    ("Rule 144A promulgated under the Securities Act", [(SECURITIES, "r.144A")]),
    ("Rule 13d‑3 under the 1934 Act", [(EXCHANGE, "r.13d-3")]),
    ("Section 409A of the Code", [("26 U.S.C.", "s.409A")]),
    ("the Code is strict", []),
    ("Treasury Regulations Section 1.163-8T", [("26 C.F.R.", "s.1.163-8T")]),
    ("Section 365(n) of the Bankruptcy Code", [("11 U.S.C.", "s.365.n")]),
    ("California Civil Code Section 1542", [("California Civil Code", "s.1542")]),
    ("Item 303(a) of Regulation S-K under the Exchange Act", [("Regulation S-K", "item.303.a"), (EXCHANGE, "")]),
    ("section 512(f) of the United States DMCA", [("Digital Millennium Copyright Act", "s.512.f")]),
    ("the Federal Insecticide, Fungicide and Rodenticide Act", [
        ("Federal Insecticide, Fungicide and Rodenticide Act", "")]),
    ("Contracts (Rights of Third Parties) Act 1999", [("Contracts (Rights of Third Parties) Act 1999", "")]),
    ("Colorado Privacy Act, Utah Consumer Privacy Act", [
        ("Colorado Privacy Act", ""), ("Utah Consumer Privacy Act", "")]),
    ("“Dusk Act” means the Harbour Dusk Act of 1903", [("Harbour Dusk Act of 1903", "")]),
    ("the Harbour Dusk Act of 1903 (the “Dusk Act”). Section 4 of the Dusk Act", [
        ("Harbour Dusk Act of 1903", ""), ("Harbour Dusk Act of 1903", "s.4")]),
    ("the Harbour Dusk Act (“HDA”), and the HDA", [("Harbour Dusk Act", ""), ("Harbour Dusk Act", "")]),
    ("Failure To Act", []),
    ("Article 6(1)(a) of the GDPR", [("EU 2016/679", "art6.1.a")]),
    ("Art. 6 Par. 1 S. 1 lit. f GDPR", [("EU 2016/679", "art6.1.f")]),
    ("Articles 32 to 36 of the GDPR", [("EU 2016/679", "art32"), ("EU 2016/679", "art36")]),
    ("Article 17 of the Copyright Directive (EU 2019/790)", [("EU 2019/790", "art17")]),
    ("General Data Protection Regulation ((EU) 2016/679)", [("EU 2016/679", "")]),
    ("Regulation (EC) No 1907/2006 and Directive 2002/58/EC", [("EU 1907/2006", ""), ("EU 2002/58", "")]),
    ("the UK GDPR", [("UK GDPR", "")]),
    ("DSA Article 21", [("EU 2022/2065", "art21")]),
    ("Section 4 of this Agreement; 15 US 14", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_acts(text: str, expected: list[tuple[str, str]]) -> None:
    found = find(text)
    assert [(one.target, one.path) for one in found] == expected
    assert all(one.kind == "legislation" for one in found)


def test_spans_are_as_printed() -> None:
    text = "under Sections 13(d)(3) and 14(d)(2) of the Exchange Act, or 15 U.S.C. § 78m"
    assert [text[one.start : one.end] for one in find(text)] == [
        "Sections 13(d)(3)",
        "14(d)(2) of the Exchange Act",
        "15 U.S.C. § 78m",
    ]
