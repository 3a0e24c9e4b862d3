"""Raised and lowered figures of a page, and notes that stand in an attribute of their mark."""

import pytest

from tests.corpora.se_law.documents import at, read
from tests.corpora.se_law.pages import regulation, section


def mark(number: str, note: str) -> str:
    return f'<sup class="footnote-ref" data-note="{number}" title="{note}">{number}</sup>'


def shown(body: str) -> str:
    chunk = at(read(regulation(section("1") + body), "x.html"), "kap0.§1")
    return chunk.content.removeprefix("1 §\n\n")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>Högst 1 x 10<sup>6</sup> Bq.</p>", "Högst 1 x 10⁶ Bq."),
        ("<p>Högst 10<sup> -</sup><sup>3</sup> Bq.</p>", "Högst 10⁻³ Bq."),
        ("<p>Under 10<sup>-9</sup><sup>–</sup>10<sup>-7</sup> s.</p>", "Under 10⁻⁹–10⁻⁷ s."),
        ("<p>Högst t<sup>0,2</sup><sup>5</sup> mrad.</p>", "Högst t^0,25 mrad."),
        ("<p>Talet 10<sup>D</sup> och 0,7<sup>(x-300)</sup>.</p>", "Talet 10^D och 0,7^(x-300)."),
        ("<p>Talet 10<sup>2 - x</sup>.</p>", "Talet 10^(2 - x)."),
        ("<p>e<sup>−(<em>E<sub>n</sub></em>)<sup>2</sup>/6</sup></p>", "e^(−(En)²/6)"),
        ("<p>H<sub>2</sub>O, t<sub><em>0</em></sub> och A<sub>temp</sub></p>", "H₂O, t₀ och Atemp"),
        ("<p>Utan last.<sup>a)</sup></p>", "Utan last.^a)"),
        ("<p><sup>a)</sup> Utan last.</p>", "a) Utan last."),
        ("<p>Utan last.<br/><sup>1)</sup> Tom.</p>", "Utan last.\n¹⁾ Tom."),
    ],
)
def test_raised_and_lowered_figures_stay_apart_from_the_number_before(body: str, expected: str) -> None:
    assert shown(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            f"<p>Fyren{mark('1', 'Jfr direktiv 2031/4/EU.')} ska lysa{mark('2', 'Hela natten.')}.</p><p>B.</p>",
            "Fyren¹ ska lysa².\n¹ Jfr direktiv 2031/4/EU.\n² Hela natten.\n\nB.",
            id="paragraph",
        ),
        pytest.param(
            f"<ul><li>fyr{mark('1', 'Med lykta.')},</li><li>boj</li></ul>", "fyr¹,\n¹ Med lykta.\nboj", id="item"
        ),
        pytest.param(
            f"<table><tr><th>Fyr{mark('1', 'Ny.')}{mark('2', 'Hög.')}</th><th>m</th></tr><tr><td>A</td><td>5</td></tr>"
            "</table><p>B.</p>",
            "Fyr¹ ²\tm\nA\t5\n\n¹ Ny.\n² Hög.\n\nB.",
            id="table",
        ),
        pytest.param(f"<p>15 m<sup>2</sup>{mark('1', 'Golv.')}.</p>", "15 m² ¹.\n¹ Golv.", id="behind a raised figure"),
        pytest.param('<p>Fyr<sup class="footnote-ref" title="">1</sup>.</p>', "Fyr¹.", id="no note"),
    ],
)
def test_a_note_stands_behind_the_paragraph_of_its_mark(body: str, expected: str) -> None:
    assert shown(body) == expected


def test_a_note_on_a_heading_stands_behind_the_first_paragraph_below_it() -> None:
    page = regulation(f"<h3>Ljus{mark('1', 'Jfr 4 §.')}</h3>{section('1')}<p>A.</p>{section('2')}<p>B.</p>")
    document = read(page, "x.html")
    assert at(document, "kap0.§1").content == "Ljus¹\n\n1 §\n\nA.\n¹ Jfr 4 §."
    assert at(document, "kap0.§2").content == "2 §\n\nB."
    assert at(document, "kap0.§2").header.endswith("2 §: Ljus¹")
