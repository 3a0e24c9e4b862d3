"""Which heading stands over which, what concludes a judgment, who signs it, and what its head names."""

import pytest

from piperoll.corpora.hk_cases import header, parties, roles, sentences
from piperoll.corpora.hk_cases.outline import Outline
from piperoll.corpora.hk_cases.source import Dress
from tests.corpora.hk_cases.documents import AKN, akn, at, para, paths, read
from tests.corpora.hk_cases.test_headings import BOLD, ITALIC, LONG, level
from tests.corpora.hk_cases.test_report import REPORT

SHEET = "<presentation><style>#judgment .{name} {{ {style}; }}</style></presentation></meta>"


def with_sheet(body: str, name: str, style: str) -> str:
    return AKN.format(body=body, after="", kind="judgment").replace("</meta>", SHEET.format(name=name, style=style), 1)


def test_a_heading_is_dressed_as_the_style_sheet_says() -> None:
    headings = [level("Whether it was lit", BOLD), level("Costs of the keeper", css="Top")]
    body = "".join(heading + para(f"{n}.", LONG) for n, heading in enumerate(headings, 1))
    document = read(with_sheet(body, "Top", "margin-left: 0in; font-weight: bold"), "x.xml")
    assert at(document, "para.2").metadata["heading"] == "Costs of the keeper"
    document = read(with_sheet(body, "Top", "font-style: italic"), "x.xml")
    assert at(document, "para.2").metadata["heading"] == "Whether it was lit › Costs of the keeper"


def test_capitals_of_a_style_are_capitals() -> None:
    shown = level("Welfare of the keeper", f"{BOLD};text-transform:uppercase")
    document = akn(level("THE OIL", BOLD) + para("1.", LONG) + shown + para("2.", LONG) + level("The wick", BOLD))
    assert at(document, "para.2").metadata["heading"] == "Welfare of the keeper"


def test_small_capitals_are_capitals() -> None:
    headings = [level("Discussion", css="Top"), level("Whether it was lit", BOLD)]
    body = "".join(heading + para(f"{n}.", LONG) for n, heading in enumerate(headings, 1))
    document = read(with_sheet(body, "Top", "font-weight: bold; font-variant: small-caps"), "x.xml")
    assert at(document, "para.2").metadata["heading"] == "Discussion › Whether it was lit"


def test_what_a_line_says_of_itself_counts_more_than_its_class() -> None:
    body = level("Whether it was lit", BOLD) + para("1.", LONG) + level("The oil", "font-weight:normal", "Top")
    document = read(with_sheet(body + para("2.", LONG), "Top", "font-weight: bold"), "x.xml")
    assert at(document, "para.2").metadata["heading"] == "Whether it was lit › The oil"


def test_nothing_stands_below_an_item_of_a_list_that_looks_like_a_heading() -> None:
    outline = Outline()
    outline.enter([("The issues", Dress(bold=True, underlined=True))])
    outline.enter([("(c) The discretion", Dress(bold=True))])
    outline.enter([("Construction", Dress(bold=True))])
    assert outline.path == ("The issues", "Construction")


def test_a_first_number_still_holds_what_is_below_it() -> None:
    outline = Outline()
    outline.enter([("A. The discretion", Dress(bold=True))])
    outline.enter([("Construction", Dress(bold=True))])
    assert outline.path == ("A. The discretion", "Construction")


def test_the_last_conclusion_concludes_the_whole() -> None:
    headings = [("The oil", BOLD), ("Conclusion", ITALIC), ("The lamp", BOLD), ("Conclusion", ITALIC)]
    document = akn("".join(level(*heading) + para(f"{n}.", LONG) for n, heading in enumerate(headings, 1)))
    assert at(document, "para.2").metadata["heading"] == "The oil › Conclusion"
    assert at(document, "para.4").metadata["heading"] == "Conclusion"


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("Background Art", "reasoning"),
        ("Conclusion on section 6", "reasoning"),
        ("Conclusion on section 6 › Second concern", "reasoning"),
        ("Conclusion on the appeal", "order"),
        ("The approach of the judge to the expert evidence", "reasoning"),
        ("The expert evidence", "facts"),
        ("Discussion › Evidence of the keeper", "reasoning"),
        ("Facts › Evidence of the keeper", "facts"),
        ("Ground 4 – The keeper suppressed evidence", "reasoning"),
        ("Overview of the arguments", "reasoning"),
        ("Statutory background", "reasoning"),
        ("Factual background", "facts"),
        ("History of the lamp › Claimant’s consideration of the application", "facts"),
        ("Consideration of the application", "reasoning"),
        ("RELEVANT LEGAL PRINCIPLES › Particulars and evidence", "reasoning"),
        ("The applicant's submissions › The respondent's history of illness", "reasoning"),
        ("The Judgment of the High Court", "facts"),
        ("The Judgment of the High Court › Was there a serious issue?", "facts"),
        ("The decision of the Supreme Court in Lamp", "reasoning"),
        ("The decision of the court", "reasoning"),
    ],
)
def test_roles_by_what_a_heading_weighs(heading: str, role: str) -> None:
    text = f"{LONG} The appeal is dismissed."
    assert roles.role(heading, text, first=False, orders=False, kind="judgment") == role


def test_a_judge_of_a_press_summary_stands_below_its_part() -> None:
    outline = Outline(judges=["Lord Beam", "Lady Wick"], summary=True)
    outline.enter([("REASONS FOR THE JUDGMENT", Dress(bold=True)), ("Lord Beam", Dress(underlined=True))])
    outline.enter([("Lady Wick", Dress(underlined=True))])
    assert (outline.path, outline.speaker) == (("REASONS FOR THE JUDGMENT", "Lady Wick"), "")


def test_a_stay_that_is_not_granted_is_an_order() -> None:
    assert roles.disposes("A stay under section 6 and a case management stay are not granted.")


def test_orders_that_were_made_before_are_no_order() -> None:
    told = "I made orders under section 9. These are the reasons why I made those orders. The sale which I ordered"
    assert not roles.disposes(told)
    for order in (
        "I order the sale of the oil.",
        "I see no reason to stay the sale, which I order.",
        "I made orders that",
    ):
        assert roles.disposes(order)
    assert roles.disposes("The usual consequential orders are to apply.")


def test_a_body_of_one_chunk_without_an_order_is_reasoning() -> None:
    assert at(akn(para("1.", LONG)), "para.1").role == "reasoning"
    assert at(akn(para("1.", f"{LONG} The claim is dismissed.")), "para.1").role == "order"


def test_the_first_of_several_chunks_orders_nothing() -> None:
    could = f"An order is sought; the application was refused. {LONG}"
    text = "JUDGMENT\n\n" + "\n\n".join(f"{n}. {could if n == 1 else LONG}" for n in range(1, 4))
    document = read(text, "case.txt", max_characters=400)
    assert [chunk.role for chunk in document.chunks] == ["facts", "reasoning"]


@pytest.mark.parametrize("signed", ["ADA BEAM", "Ada Beam\t4 May 2031", "Ada Beam,\n\n4 May 2031"])
def test_the_name_above_a_title_signs(signed: str) -> None:
    head = "Before\n\nTRIBUNAL JUDGE ADA BEAM\n\nJUDGMENT\n\n"
    body = "\n\n".join(f"{n}. {LONG}" for n in range(1, 4))
    document = read(f"{head}{body}\n\n{signed}\n\nTRIBUNAL JUDGE\n\nRelease date: 4 May 2031", "case.txt")
    assert at(document, "closing").content.startswith(signed)


def test_a_name_signs_in_front_of_an_annex() -> None:
    head = "Before\n\nHis Honour Judge Wick\n\nJUDGMENT\n\n"
    body = "\n\n".join(f"{n}. {LONG}" for n in range(1, 4))
    document = read(f"{head}{body}\n\nHIS HONOUR JUDGE WICK\n\nANNEX\n\n{LONG * 3}", "case.txt")
    assert [chunk.role for chunk in document.chunks] == ["front", "reasoning", "closing", "annex"]


def test_a_line_alone_in_front_of_the_contents_is_front_matter() -> None:
    contents = "<level><content><toc><tocItem>1. Facts</tocItem></toc></content></level>"
    document = akn("<p>HHJ Beam KC:</p>" + contents + para("1.", LONG))
    assert paths(document) == ["front", "para.1"]


def test_a_long_line_in_italics_of_a_press_summary_is_a_heading() -> None:
    issue = (
        "The keeper was not entitled to leave the lamp to the harbour while ships were known to be on their way into it"
    )
    body = level("Reasons for the Judgment", BOLD) + level(LONG) + level(f"{issue} (issue two)", ITALIC) + level(LONG)
    summary = AKN.format(body=body, after="", kind="judgment")
    for old, new in (
        ('<judgment name="judgment">', '<doc name="pressSummary">'),
        ("</judgment>", "</doc>"),
        ("judgmentBody>", "mainBody>"),
        ("<decision>", ""),
        ("</decision>", ""),
    ):
        summary = summary.replace(old, new)
    assert (
        read(summary, "press.xml").chunks[-1].metadata["heading"] == f"Reasons for the Judgment › {issue} (issue two)"
    )


def test_a_line_in_bold_with_a_full_stop_above_a_number_is_a_heading() -> None:
    report = REPORT.replace("**_The law_**", "**Stay of the proceedings.**")
    assert at(read(report, "2031_SGHC_12/report.md"), "para.3").metadata["heading"] == "Stay of the proceedings."


def test_names_of_members_of_several_cases_and_names_that_go_on() -> None:
    assert header.bench("Before\n\nTRIBUNAL JUDGE BEAM\n\nTRIBUNAL MEMBER BO WICK\n\nBetween\n") == [
        "TRIBUNAL JUDGE BEAM",
        "BO WICK",
    ]
    assert header.bench("LORD JUSTICE BEAM\n\nMR JUSTICE WICK\n\nREGINA\n") == ["LORD JUSTICE BEAM", "MR JUSTICE WICK"]
    head = "Lamp Ltd (Appellant) v Harbour and another (Respondents)\nLamp Ltd (Appellant) v Wick (Respondent)"
    name = parties.several("Lamp Ltd v Harbour and another Lamp Ltd v Wick", head)
    assert name == "Lamp Ltd v Harbour and another; Lamp Ltd v Wick"
    assert parties.parties_of(name) == ["Lamp Ltd", "Harbour and another", "Lamp Ltd", "Wick"]
    assert parties.whole_name("LAMP v THE KEEPERS FOR", ["LAMP", "THE KEEPERS FOR THE HARBOUR"]) == (
        "LAMP v THE KEEPERS FOR THE HARBOUR"
    )
    assert parties.party_names(["R E G I N A"]) == ["REGINA"]


def test_a_code_is_no_heading_in_capitals() -> None:
    outline = Outline()
    outline.enter([("Novelty", Dress(bold=True, italic=True))])
    outline.enter([("ASA 808K", Dress(italic=True))])
    assert outline.path == ("Novelty", "ASA 808K")


def test_a_line_in_the_style_of_headings_is_one_in_small_letters() -> None:
    document = akn(para("1.", LONG) + level("added matter", css="Heading1") + para("2.", LONG))
    assert at(document, "para.2").metadata["heading"] == "added matter"
    assert "added matter" not in at(document, "para.1").content


def test_the_law_society_is_no_law_and_a_judgment_to_come_is_an_order() -> None:
    heading = "The background facts › The Law Society’s direction"
    assert roles.role(heading, LONG, first=False, orders=False, kind="judgment") == "facts"
    assert roles.disposes("There will therefore be judgment for the Claimant and a declaration.")


def test_a_section_with_a_brother_has_the_parents_of_the_brother() -> None:
    outline = Outline()
    outline.enter([("Witnesses", Dress(bold=True))])
    outline.enter([("Ada Beam", Dress(italic=True)), ("(1) What she said", Dress())])
    outline.enter([("(2) My findings", Dress())])
    assert outline.path == ("Witnesses", "Ada Beam", "(2) My findings")


def test_an_address_is_no_row_of_headings() -> None:
    letter = "".join(level(line) for line in ("Beam and Wick", "31 Lamp Road", "London"))
    body = f"{level('Letter', BOLD)}{level(LONG)}{letter}{level(LONG)}"
    annex = f"<attachments><attachment><doc><mainBody>{body}</mainBody></doc></attachment></attachments>"
    document = akn(para("1.", LONG), annex)
    assert {chunk.metadata.get("heading") for chunk in document.chunks if chunk.role == "annex"} == {"Letter"}
    assert all("31 Lamp Road" not in chunk.header for chunk in document.chunks)


def test_where_only_the_hearing_has_a_day_the_closing_says_when_it_was_signed() -> None:
    body = "".join(para(f"{n}.", LONG) for n in range(1, 4)) + "<p>Signed: Ada Beam</p><p>Dated: 21 December 2031</p>"
    text = AKN.format(body=body, after="", kind="decision").replace('name="judgment"', 'name="hearing"')
    assert read(text, "x.xml").metadata["date"] == "2031-12-21"


def test_a_line_with_a_telephone_number_is_no_heading() -> None:
    assert not sentences.is_heading("Augusta Lamplight 02 6244 6197")
    assert sentences.is_heading("Native Title Act 1993")


@pytest.mark.parametrize(("sections", "second"), [(12, "facts"), (2, "reasoning")])
def test_a_short_part_in_front_of_the_first_heading_tells_the_facts(sections: int, second: str) -> None:
    opening = "".join(para(f"{n}.", LONG) for n in (1, 2))
    rest = "".join(level(f"Point {n}", BOLD) + para(f"{n}.", LONG) for n in range(3, 3 + sections))
    document = akn(opening + rest, max_characters=300, overlap=0)
    assert [at(document, f"para.{n}").role for n in (1, 2, 3)] == ["facts", second, "reasoning"]


def test_how_a_party_stands_is_not_its_name() -> None:
    assert parties.party_names(["ADA BEAM – FIRST APPELLANT", "BO WICK"]) == ["ADA BEAM", "BO WICK"]
    text = AKN.format(body=para("1.", LONG), after="", kind="judgment").replace("LAMP v", "LAMP – FIRST APPELLANT v")
    assert read(text, "x.xml").metadata["name"] == "LAMP v HARBOUR"


def below(outline: Outline, *headings: str, dress: Dress) -> tuple[str, ...]:
    outline.enter([(heading, dress) for heading in headings])
    return outline.path


def test_the_headings_of_two_parties_stand_beside_each_other() -> None:
    bold, outline = Dress(bold=True), Outline()
    below(outline, "進一步調查", "市值", dress=bold)
    assert below(outline, "第一被告人的背景", dress=bold) == ("第一被告人的背景",)
    assert below(outline, "第二被告人的背景", dress=bold) == ("第二被告人的背景",)
    below(outline, "The sentence", "The first defendant", "The oil", dress=bold)
    below(outline, "The wick", dress=bold)
    assert below(outline, "The second defendant", "The oil", dress=bold) == (
        "The sentence",
        "The second defendant",
        "The oil",
    )


def test_a_short_name_in_capitals_is_dressed_as_its_neighbours() -> None:
    italic, outline = Dress(italic=True), Outline()
    below(outline, "The parties’ submissions in more detail", "LBFX", dress=italic)
    assert below(outline, "GP and Dock", dress=italic) == ("The parties’ submissions in more detail", "GP and Dock")
    assert below(outline, "My approach", dress=italic) == ("My approach",)


def test_an_order_may_be_a_wish_or_an_appropriate_course() -> None:
    assert roles.disposes("The objection be heard.\n3.\nThe respondent pay the applicant's costs.")
    assert roles.disposes("The appropriate course, as I see it, is to allow the motion.")
    assert not roles.disposes("The keepers pay the harbour for oil, and bear the costs of wicks.")
