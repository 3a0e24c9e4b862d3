"""The forms in which filings come, what is refused, and whose filing it is."""

import json

import pytest

from piperoll.corpora.registry import get
from piperoll.corpora.sec_10k import read_filing
from piperoll.model import DocumentError
from tests.corpora.sec_10k.documents import COVER, PLAIN, items, read

SUBMISSION = (
    "ACCESSION NUMBER:\t\t0009900002-97-000004\nCONFORMED PERIOD OF REPORT:\t19961231\nFILED AS OF DATE:\t\t19970314\n"
    "\tCOMPANY CONFORMED NAME:\t\tBEACON WORKS CO\n\tCENTRAL INDEX KEY:\t\t0009900002\n"
)


def document(kind: str, text: str) -> str:
    return f"<DOCUMENT>\n<TYPE>{kind}\n<SEQUENCE>1\n<TEXT>\n{text}\n</TEXT>\n</DOCUMENT>\n"


def code(data: str, name: str) -> str:
    with pytest.raises(DocumentError) as error:
        list(get("sec-10k").read(data.encode(), name))
    assert error.value.message
    return error.value.code


def test_the_10k_is_taken_out_of_a_submission() -> None:
    report = document("10-K405", f"{PLAIN}ITEM 1.  BUSINESS\n\n     We ring bells.")
    found = read(SUBMISSION + document("COVER", "letter") + report + document("EX-13", "ITEM 7. Other"), "filing.txt")
    assert found.key == "0009900002_10-K_1996"
    assert found.title == "BEACON WORKS CO 10-K 1996"
    assert found.metadata["accession"] == "0009900002-97-000004"
    assert found.metadata["filed"] == "1997-03-14"
    assert found.metadata["exhibits"] == ["COVER", "EX-13"]
    assert list(items(found)) == ["1"]


def test_items_of_a_crawler() -> None:
    row = {
        "cik": "320", "company": "GULL ROCK FERRIES INC", "filing_type": "10-K", "period_of_report": "2010-01-03",
        "item_1": "ITEM 1.\nBUSINESS\nWe run ferries.", "item_1A": "", "item_4": "ITEM 4. RESERVED\nPART II",
    }  # fmt: skip
    found = read(json.dumps(row), "a.json")
    assert found.key == "0000000320_10-K_2009", "a year that ends in the first days of January is the one before"
    assert items(found) == {"1": "present", "4": "reserved"}
    assert found.metadata["items"]["ITEM_1"]["title"] == "BUSINESS"
    assert [one.reason for one in found.set_aside] == ["part_heading"]


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        ("<html><body><p>FORM 10-Q</p><p>For the quarter</p></body></html>", "a.htm", "not_10k"),
        ("<html><body><p>FORM 20-F</p></body></html>", "a.htm", "not_10k"),
        ("<html><body><p>Form 10-K/A</p></body></html>", "a.htm", "amended_10k"),
        (f"{COVER}<p>(Amendment No. 1)</p>", "a.htm", "amended_10k"),
        (document("10KSB", "FORM 10-KSB"), "a.txt", "not_10k"),
        (document("10-K/A", "FORM 10-K/A"), "a.txt", "amended_10k"),
        ("<html><head><title>x</title></head></html>", "a.htm", "no_text"),
        ("<html><body><p>A letter to nobody.</p></body></html>", "a.htm", "not_10k"),
        ('{"filing_type": "8-K", "item_2.02": "x"}', "a.json", "not_10k"),
        ('{"cik": "1"}', "a.json", "unknown_json"),
        ("[]", "a.json", "unknown_json"),
        (COVER + "<div>" * 3_000 + "x", "a.htm", "html_limit"),
    ],
)
def test_what_is_no_annual_report_is_refused(data: str, name: str, expected: str) -> None:
    assert code(data, name) == expected


def test_facts_of_the_filing_say_whose_it_is() -> None:
    def fact(name: str, value: str, context: str = "c") -> str:
        return f'<ix:nonNumeric contextRef="{context}" name="dei:{name}">{value}</ix:nonNumeric>'

    header = (
        '<div style="display:none"><ix:header><xbrli:context id="c"><xbrli:period><xbrli:instant>2024-02-03'
        '</xbrli:instant></xbrli:period></xbrli:context><xbrli:context id="b">'
        '<xbrldi:explicitMember dimension="x">b</xbrldi:explicitMember>'
        f"</xbrli:context>{fact('EntityCentralIndexKey', '0000000123')}{fact('DocumentFiscalYearFocus', '2023')}"
        "</ix:header></div>"
    )
    inner = '<ix:nonNumeric contextRef="c" name="dei:Y">2024</ix:nonNumeric>'
    data = (
        f"<?xml version='1.0' encoding='ASCII'?>{COVER}{header}{fact('EntityRegistrantName', 'Reef &amp; Co')}"
        f"{fact('TradingSymbol', 'RFB', 'b')}{fact('TradingSymbol', 'RF')}"
        f"{fact('DocumentPeriodEndDate', f'February 3, {inner}')}"
    )
    found = read(data)
    assert found.key == "0000000123_10-K_2024"
    told = {name: found.metadata[name] for name in ("company", "ticker", "fiscal_year", "period_end")}
    assert told == {"company": "Reef & Co", "ticker": "RF", "fiscal_year": 2023, "period_end": "2024-02-03"}


def test_every_tagged_element_has_its_range_in_the_text() -> None:
    number = '<ix:nonFraction name="us-gaap:Revenues" contextRef="c" unitRef="usd" scale="3">86,300</ix:nonFraction>'
    hidden = '<div style="display: none"><ix:nonNumeric name="dei:AmendmentFlag">false</ix:nonNumeric></div>'
    units = (
        '<div style="display:none"><xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></div>'
    )
    pages = "".join(f"<p>{n}</p><hr style='page-break-after:always'/>" for n in range(1, 5))
    filing = read_filing(f"{COVER}{pages}{units}{hidden}<p>Sales were ${number} in 2031.</p>".encode(), "a.htm")
    flag, sales = filing.tagged
    assert (flag.start, filing.value(flag)) == (None, "false")
    assert (sales.concept, sales.attributes["scale"], filing.value(sales)) == ("us-gaap:Revenues", "3", "86,300")
    assert filing.text[sales.start : sales.end] == "86,300"
    assert filing.units == {"usd": "iso4217:USD"}


@pytest.mark.parametrize(
    ("cover", "company", "period"),
    [
        ("<p>For the fiscal year ended   December 31,2016</p><p>REEF INC.</p><p>(Exact name of registrant)</p>",
         "REEF INC.", "2016-12-31"),
        ("<p>FOR THE FISCAL YEAR ENDED DECEMBER 31, 2016</p><p>Commission File Number 0-1</p><p>REEF INC.</p>",
         "REEF INC.", "2016-12-31"),
        ("<p>for the year ended 6/30/2016</p><p>REEF INC. (Exact name of registrant as specified)</p>",
         "REEF INC.", "2016-06-30"),
    ],
)  # fmt: skip
def test_without_facts_the_cover_says_whose_it_is(cover: str, company: str, period: str) -> None:
    found = read(f"<html><body><p>Form 10-K</p>{cover}")
    assert (found.metadata["company"], found.metadata["period_end"]) == (company, period)
    assert found.key == "filing.htm"


@pytest.mark.parametrize(
    ("end", "said", "year"),
    [
        ("January 31, 2032", "fiscal 2031", 2031),
        ("February 1, 2032", "our 2031 Annual Report", 2031),
        ("January 31, 2032", "fiscal 2032 and fiscal 2031", 2032),
        ("January 31, 2032", "the year", 2032),
        ("March 31, 2032", "fiscal 2031", 2032),
    ],
)
def test_the_fiscal_year_is_the_one_that_the_filing_names_where_it_ends_early_in_the_next(
    end: str, said: str, year: int
) -> None:
    found = read(f"<p>Form 10-K</p><p>For the fiscal year ended {end}</p><p>We sold more lamps in {said}.</p>")
    assert found.metadata["fiscal_year"] == year
