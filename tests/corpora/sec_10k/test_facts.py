"""Facts: what a number is by its format, scale and sign, what its row is called, and which year it is of."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from piperoll.corpora import registry
from piperoll.corpora.sec_10k.figures import figure, written
from piperoll.model import Document, Fact

EXAMPLE = Path(__file__).parents[3] / "examples" / "sec-10k" / "lanternfish-2031.htm"
CONTEXT = """<xbrli:context id="{id}"><xbrli:entity><xbrli:identifier>0009900004</xbrli:identifier>
{segment}</xbrli:entity>
<xbrli:period>{period}</xbrli:period></xbrli:context>"""
PAGE = """<html><body><div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric contextRef="y" name="dei:EntityCentralIndexKey">0009900004</ix:nonNumeric>
<ix:nonNumeric contextRef="y" name="dei:DocumentFiscalYearFocus">{focus}</ix:nonNumeric>
<ix:nonNumeric contextRef="y" name="dei:DocumentPeriodEndDate">{end}</ix:nonNumeric>
<ix:nonFraction contextRef="y" name="us-gaap:Goodwill" unitRef="usd">1200</ix:nonFraction>
</ix:hidden><ix:resources>{contexts}
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
</ix:resources></ix:header></div>
<p>FORM 10-K</p><p>For the fiscal year ended {end}</p><p>Buoy Corp.</p><p>(Exact name of registrant)</p>
<p>Item 8. Financial Statements</p>{body}</body></html>"""


def period(start: str, end: str) -> str:
    days = f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"
    return days if start else f"<xbrli:instant>{end}</xbrli:instant>"


def read(body: str, focus: int = 2031, end: str = "2031-12-31", **periods: tuple[str, str]) -> Document:
    """Return the filing of a company with some tags in its Item 8."""
    spans = {"y": ("2031-01-01", "2031-12-31"), "now": ("", "2031-12-31")} | periods
    contexts = [CONTEXT.format(id=id_, segment="", period=period(*span)) for id_, span in spans.items()]
    axis = (
        '<xbrli:segment><xbrldi:explicitMember dimension="x:Axis">x:SeaMember</xbrldi:explicitMember></xbrli:segment>'
    )
    contexts.append(CONTEXT.format(id="sea", segment=axis, period=period(*spans["y"])))
    page = PAGE.format(focus=focus, end=end, contexts="".join(contexts), body=body)
    [document] = registry.get("sec-10k").read(page.encode(), "buoy.htm")
    return document


def tag(printed: str, name: str = "us-gaap:Assets", context: str = "y", unit: str = "usd", more: str = "") -> str:
    return f'<ix:nonFraction contextRef="{context}" name="{name}" unitRef="{unit}" {more}>{printed}</ix:nonFraction>'


def printed(document: Document) -> Iterator[Fact]:
    """Yield the facts that the page shows."""
    return (fact for fact in document.facts if fact.start is not None)


@pytest.mark.parametrize(
    ("text", "attributes", "value"),
    [
        ("391,035", {"scale": "6", "format": "ixt:num-dot-decimal"}, "391035000000"),
        ("6.10", {}, "6.1"),
        ("12", {"sign": "-", "scale": "3"}, "-12000"),
        ("24.1", {"scale": "-2", "format": "ixt:numdotdecimal"}, "0.241"),
        (".5", {"scale": "6"}, "500000"),
        ("1.234,5", {"format": "ixt:num-comma-decimal"}, "1234.5"),
        ("1 234,5", {"format": "ixt:numspacecomma"}, "1234.5"),
        ("1\u00a0234.5", {"format": "ixt:numspacedot"}, "1234.5"),
        ("12,34,567", {"format": "ixt:num-dot-decimal-in"}, "1234567"),
        ("5 dollars 30 cents", {"format": "ixt:num-unit-decimal"}, "5.3"),
        ("5 dollars 3 cents", {"format": "ixt:num-unit-decimal"}, "5.03"),
        ("—", {"format": "ixt:fixed-zero", "sign": "-"}, "0"),
        ("-", {"format": "ixt:zerodash"}, "0"),
        ("immaterial", {"format": "ixt:fixed-zero"}, "0"),
        ("no", {"format": "ixt-sec:numwordsen"}, "0"),
        ("None", {"format": "ixt-sec:numwordsen"}, "0"),
        ("Twenty-five", {"format": "ixt-sec:numwordsen"}, "25"),
        ("one hundred and ten", {"format": "ixt-sec:numwordsen", "scale": "6"}, "110000000"),
        ("two million three hundred thousand", {"format": "ixt-sec:numwordsen"}, "2300000"),
        ("several", {"format": "ixt-sec:numwordsen"}, None),
        ("—", {}, None),
        ("", {}, None),
        ("1,2.3.4", {}, None),
        ("12", {"scale": "999999999"}, None),
        ("1" * 100_000, {}, None),
        ("12", {"scale": "x"}, None),
        ("12", {"xsi:nil": "true"}, None),
        ("12", {"xs:nil": "1"}, None),
        ("12", {"xsi:nil": "false"}, "12"),
    ],
)
def test_a_number_is_read_by_its_format(text: str, attributes: dict[str, str], value: str | None) -> None:
    number = figure(text, attributes)
    assert (None if number is None else written(number)) == value


def test_a_large_number_keeps_every_digit() -> None:
    assert written(Decimal("123456789012345678901234567890.5")) == "123456789012345678901234567890.5"


def test_a_fact_has_its_row_its_unit_its_days_and_its_place() -> None:
    eps = tag("0.84", "us-gaap:EarningsPerShareDiluted", unit="eps", more='decimals="2"')
    assets = tag("7,000", context="now", more="scale=3 decimals=-3")
    document = read(
        f"<table><tr><td>Total&#160;assets</td><td>$</td><td>{assets}</td></tr>"
        f"<tr><td>Loss</td><td>(</td><td>{tag('45', 'buoy:LossAtSea', more='sign=-')}</td><td>)</td></tr>"
        f"<tr><td>Diluted</td><td>{eps}</td></tr></table>"
    )
    total, loss, diluted = printed(document)
    assert document.text[total.start : total.end] == "7,000"
    year = (date(2031, 1, 1), date(2031, 12, 31))
    assert replace(total, start=0, end=0) == Fact(
        "us-gaap:Assets", "Total assets", "7000000", "USD", None, year[1], 2031, -3, {}, 0, 0
    )
    assert (loss.concept, loss.label, loss.value, loss.decimals) == ("buoy:LossAtSea", "Loss", "-45", None)
    assert document.text[loss.start : loss.end] == "45"
    assert (diluted.value, diluted.unit, (diluted.period_start, diluted.period_end)) == ("0.84", "USD/shares", year)


def test_a_hidden_fact_has_no_place_and_the_name_of_its_concept() -> None:
    [hidden] = read("<p>Nothing.</p>").facts
    assert (hidden.concept, hidden.label, hidden.value, hidden.start, hidden.end) == (
        "us-gaap:Goodwill", "Goodwill", "1200", None, None,
    )  # fmt: skip


def test_in_a_sentence_a_fact_has_the_name_of_its_concept() -> None:
    [fact] = printed(read(f"<p>Assets of ${tag('2', 'us-gaap:AssetsNetOfLiabilities', more='scale=6')} million.</p>"))
    assert (fact.label, fact.value) == ("Assets net of liabilities", "2000000")


def test_a_row_that_begins_with_no_words_has_the_name_of_the_concept() -> None:
    [fact] = printed(read(f"<table><tr><td>2031</td><td>{tag('2')}</td></tr></table>"))
    assert fact.label == "Assets"


def test_segments_have_dimensions_and_the_whole_company_has_none() -> None:
    rows = (f"<tr><td>Sales</td><td>{tag('9', context=context)}</td></tr>" for context in ("y", "sea"))
    body = f"<table>{''.join(rows)}</table>"
    assert [(fact.value, fact.dimensions) for fact in printed(read(body))] == [
        ("9", {}),
        ("9", {"x:Axis": "x:SeaMember"}),
    ]


@pytest.mark.parametrize(
    ("focus", "end", "of", "year"),
    [
        (2031, "2031-12-31", ("2030-01-01", "2030-12-31"), 2030),
        (2023, "2024-02-03", ("2023-01-29", "2024-02-03"), 2023),
        (2023, "2024-02-03", ("2022-01-30", "2023-01-28"), 2022),
        (2023, "2024-02-03", ("2023-10-29", "2024-02-03"), 2023),
        (2016, "2017-01-01", ("", "2016-01-03"), 2015),
        (2031, "2031-12-31", ("", "2031-06-30"), 2031),
        (2031, "2031-12-31", ("", "2032-02-15"), 2032),
    ],
)
def test_a_fact_is_of_the_fiscal_year_in_which_it_ends(focus: int, end: str, of: tuple[str, str], year: int) -> None:
    [fact] = printed(read(f"<p>{tag('1', context='p')}</p>", focus, end, p=of))
    assert fact.year == year


def test_what_the_filing_says_of_itself_is_of_its_year() -> None:
    [fact] = printed(read(f"<p>{tag('1', 'dei:EntityCommonStockSharesOutstanding', 'p')}</p>", p=("", "2032-02-15")))
    assert fact.year == 2031


def test_a_tag_without_a_context_is_no_fact() -> None:
    assert not list(printed(read(f"<p>{tag('1', context='nowhere')}</p>")))


def test_a_nil_fact_has_no_value() -> None:
    [fact] = printed(read(f"<p>{tag('—', more='xsi:nil=true')}</p>"))
    assert fact.value is None


def test_facts_of_the_example_are_what_it_prints() -> None:
    [document] = registry.get("sec-10k").read(EXAMPLE.read_bytes(), EXAMPLE.name)
    facts = [fact for fact in printed(document) if fact.concept == "us-gaap:NetIncomeLoss"]
    assert [(fact.year, fact.value, fact.label) for fact in facts] == [
        (2031, "9840000", "Net income"),
        (2030, "8120000", "Net income"),
    ]
    assert [document.text[fact.start : fact.end] for fact in facts] == ["9,840", "8,120"]


def test_a_filing_without_xbrl_has_no_facts() -> None:
    text = EXAMPLE.with_name("0009900002-97-000004.txt")
    [document] = registry.get("sec-10k").read(text.read_bytes(), text.name)
    assert not document.facts
