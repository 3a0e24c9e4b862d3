"""Headings that a form shows only by their place or dress, and names of numbered paragraphs."""

from piperoll.corpora.hk_cases.outline import Outline
from piperoll.corpora.hk_cases.short_lines import heading_like
from piperoll.corpora.hk_cases.source import Dress
from tests.corpora.hk_cases.documents import akn, at, para, read
from tests.corpora.hk_cases.test_headings import BOLD, LONG, level

WIDE = "\xa0" * 6


def named(number: str, name: str) -> str:
    item = f"<subparagraph><num>i)</num><content><p>{LONG}</p></content></subparagraph>"
    return f"<paragraph><num>{number}.</num><intro><p>{name}</p></intro>{item}</paragraph>"


def headings(document: object) -> dict[str, str]:
    return {chunk.path: chunk.metadata.get("heading", "") for chunk in document.chunks}  # type: ignore[attr-defined]


def test_names_of_numbered_paragraphs_in_a_row_are_headings_of_these_alone() -> None:
    body = (
        level("The accounts", BOLD) + para("1.", LONG) + named("2", "Direct payments") + named("3", "Care of the lamp")
    )
    found = headings(akn(body + para("4.", LONG) + named("5", "The storm") + para("6.", LONG)))
    assert found["para.2"] == "The accounts › Direct payments"
    assert found["para.3"] == "The accounts › Care of the lamp"
    assert found["para.4"] == "The accounts"


def test_a_label_before_words_with_a_bracket_at_their_end_makes_a_heading() -> None:
    assert heading_like("(e) Sample preparation (sorting and sampling)")
    assert not heading_like("(A.R., vol. I, at p. 263)")
    assert not heading_like("(2031 BCCA 196, [2031] 1 C.T.C. 153, at para. 50)")


def report(*blocks: str) -> str:
    head = "# Lamp v Harbour\n\n**Case Number** :Suit No 12 of 2031\n\n**Coram** :Ada Beam J\n\n**Introduction**\n\n"
    return (
        head
        + "\n\n".join(blocks)
        + "\n\nCopyright © Government of Singapore.\n\nSource: [link](https://x/[2031] SGHC 12.pdf)\n"
    )


def test_dressed_lines_right_above_a_number_are_headings() -> None:
    document = read(
        report(
            f"1{WIDE}{LONG}",
            "**Findings**",
            "_(i) What the harbour had agreed to pay for the lamp._",
            f"2{WIDE}{LONG}",
            "**Whether the keeper lit it and, if so, whether he had a**",
            "**reasonable excuse for doing so**",
            f"3{WIDE}{LONG}",
            f"4{WIDE}{LONG}",
        ),
        "2031_SGHC_12/report.md",
    )
    assert (
        at(document, "para.2").metadata["heading"] == "Findings › (i) What the harbour had agreed to pay for the lamp."
    )
    whole = "Whether the keeper lit it and, if so, whether he had a reasonable excuse for doing so"
    assert at(document, "para.3").metadata["heading"] == whole


def test_nothing_stands_below_what_follows_a_stray_number() -> None:
    outline = Outline()
    outline.enter([("The issues", Dress(bold=True, underlined=True))])
    for line in ("(c) The discretion", "(d) The manual"):
        outline.enter([(line, Dress(bold=True))])
    outline.enter([("Construction", Dress(bold=True))])
    assert outline.path == ("The issues", "Construction")


def test_background_above_all_of_a_judgment_makes_no_facts_of_it() -> None:
    text = "The law is that a keeper should ask, and counsel submitted that this one must. " * 40
    paragraphs = "".join(para(f"{n}.", text) for n in range(1, 5))
    chunks = [chunk for chunk in akn(level("Background", BOLD) + paragraphs).chunks if chunk.paragraphs]
    assert [chunk.role for chunk in chunks][:2] == ["facts", "reasoning"]


def test_a_day_above_the_first_paragraph_is_front_matter() -> None:
    day = "<p>Thursday 23rd September 2031</p>"
    found = akn(f"{day}{para('1.', LONG)}{para('2.', LONG)}")
    assert at(found, "front").content.endswith("2031")
    assert found.chunks[1].path == "para.1"
    assert not heading_like("Thursday 23rd September 2031")


def test_notes_in_brackets_at_the_end_of_a_report() -> None:
    document = read(
        report(f"1{WIDE}{LONG}", f"2{WIDE}{LONG}[^1] And so on.[^2]", "[^1]: Bundle, page 3\n[^2]: Bundle 4"),
        "2031_SGHC_12/report.md",
    )
    assert at(document, "notes").content.startswith("[^1]: Bundle")
