"""Amendments: the sections that they quote have other numbers than their own clauses."""

import pytest

from tests.corpora.clauses.documents import at, check, clauses, contract, paths

PROSE = "The keeper lights the lamp at dusk and puts it out at dawn, and the log of the harbour says so. "


def test_a_section_that_an_amendment_quotes_stands_in_its_clause() -> None:
    document = contract(
        f"AMENDMENT\n\n1.   AMENDMENT OF TERMS. {PROSE * 5}\n\n"
        f"2.   AMENDMENT OF SECTIONS 3.1 AND 3.2.  Sections 3.1 and 3.2 are hereby amended to read as follows:\n\n"
        f"     Section 3.1    ROYALTIES.  {PROSE * 5}\n\n     Section 3.2    PAYMENT.  {PROSE * 5}\n\n"
        f"3.   AMENDMENT OF TERM.  Section 14.1 is hereby amended to read as follows:\n\n"
        f"     Section 14.1   TERM.  {PROSE * 5}\n\n4.   OIL.  {PROSE * 5} A new Section is added to read in full: "
        f"Section 15.11  Right of First Refusal. {PROSE * 5}\n\n     Section 15.12  OPTION.  {PROSE * 5}\n\n"
        f"5.   LAMPS.  {PROSE * 5}\n"
    )
    assert {"1", "2", "3.1", "3.2", "3", "14.1", "4", "5"} <= set(paths(document))
    lead = "are hereby amended to read as follows: > Section 3.2 PAYMENT"
    assert f" > 2. Sections 3.1 and 3.2 {lead}" in at(document, "3.2").header
    lead = "Section 14.1 is hereby amended to read as follows:"
    assert f" > 3. AMENDMENT OF TERM > {lead} > Section 14.1 TERM" in at(document, "14.1").header
    assert at(document, "5").header.endswith("> 5. LAMPS")
    assert "Section" not in at(document, "5").header


@pytest.mark.parametrize("nought", ["", "0"])
def test_clauses_of_an_amendment_go_on_behind_the_sections_that_they_insert(nought: str) -> None:
    document = contract(
        f"1.{nought} {PROSE * 5}\n\n2.{nought} Section 9.2 of the Agreement is replaced by the following:\n\n"
        f"9.2 Oil. {PROSE * 5}\n\n3.{nought} Section 14.1 (Term) is deleted and replaced by the following:\n\n"
        f"14.1 Term. {PROSE * 5}\n\n14.2 Rest. {PROSE * 5}\n\n4. {PROSE * 5}\n"
    )
    assert {"2", "3", "4"} <= set(clauses(document))
    for path, clause in (("9.2", "2"), ("14.1", "3"), ("14.2", "3")):
        quoted = next(one for one in document.chunks if one.content.startswith(f"{path} "))
        assert f" > {clause}.{nought} Section" in quoted.header


def test_numbered_clauses_that_a_titled_clause_quotes_stand_in_it() -> None:
    document = contract(
        f"AMENDMENT\n\n{PROSE * 3}\n\n1. Change of Exhibit A. Exhibit A is supplemented with the following: "
        f'"3. Oil of Whales. {PROSE * 5}\n\n4. Glass of Lamps. {PROSE * 5}"\n\n2. End of the Year. {PROSE * 5}'
    )
    assert at(document, "1.4").header.endswith("> 1. Change of Exhibit A > 4. Glass of Lamps")
    assert at(document, "2").header.endswith("> 2. End of the Year")


@pytest.mark.parametrize(("opens", "closes"), ["“”", '""'])
def test_clauses_that_an_amendment_quotes_end_with_the_quotation(opens: str, closes: str) -> None:
    quoted = f"{opens}5.4 Rent. {PROSE * 4}\n\n5.5 Taxes. {PROSE * 4}The tenant pays.{closes}\n\nThis stays.\n\n"
    text = f"1. Terms. {PROSE * 4}\n\n2. Changes. The Lease is amended as follows:\n\n"
    document = contract(
        f"{text}(a) It is replaced by the following:\n\n{quoted}(b) It stays. {PROSE * 4}\n\n3. Law. {PROSE * 4}\n"
    )
    assert {"2.a", "2.b", "3"} <= set(clauses(document))
    check(document)
    assert "(a) It is replaced" in next(one.header for one in document.chunks if "5.5" in one.content)


def test_a_section_that_a_sub_clause_quotes_without_marks_stands_in_it() -> None:
    lead = "2.2 Section 6.4 of the Lamp Agreement is deleted and replaced by:"
    document = contract(
        f"1. Terms. {PROSE * 5}\n\n2. Changes.\n\n2.1 Section 1.1 is deleted. {PROSE * 5}\n\n{lead}\n\n"
        f"6.4 Oil. {PROSE * 5}\n\n2.3 Section 7.1 is deleted. {PROSE * 5}\n\n3. Law. {PROSE * 5}\n"
    )
    assert {"2.1", "2.3", "3"} <= set(clauses(document))
    assert f" > 2. Changes > {lead}" in at(document, "6.4").header
    assert "2. Changes" in at(document, "2.3").header
    assert "6.4" not in at(document, "2.3").header


def test_the_list_of_an_indented_section_that_is_quoted_stands_in_it() -> None:
    document = contract(
        f"1. Terms. {PROSE * 3}\n\n2. Amendments. The Lease is amended as follows:\n\n    (a) {PROSE * 3}\n\n"
        "    (b) A new "
        f'Section 6.14 is added, which reads as follows:\n\n                    "6.14 Oil. The keeper shall buy:\n\n'
        f'        (a) {PROSE * 3}\n\n        (b) {PROSE * 3} and nothing else."\n\n    (c) {PROSE * 3}\n\n'
        f"3. Rest. {PROSE * 3}\n"
    )
    assert {"2.a", "2.b", "2.b.a", "2.b.b", "2.c", "3"} <= set(clauses(document))
    assert not any(".v2" in path for path in paths(document))
