"""Sections, headings and numbered paragraphs, in every form in which decisions come."""

import re

import pytest

from piperoll.corpora.sst import DEFAULT, Priorities, Tier, parse_sections
from piperoll.corpora.sst.sections import parse
from tests.corpora.sst.decisions import (
    BODY,
    CONTENTS,
    PAGE,
    RECORD,
    WHOLE,
    at,
    names,
    numbers,
    read,
    reasons,
    section,
)

NAMES = ["Decision", "Overview", "Issue", "Analysis", "Why it was late", "Conclusion"]
OWN_LINE = re.sub(r"^([A-Z][\w ]+) \[", r"\1\n[", BODY, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(WHOLE, id="headings on the line of their paragraph"),
        pytest.param(WHOLE.replace(BODY, OWN_LINE), id="headings on their own line"),
        pytest.param(WHOLE.replace(BODY, OWN_LINE).replace("\n[", "\n\n  \n ["), id="blank lines"),
        pytest.param(" ".join(WHOLE.split()), id="all on one line"),
        pytest.param(WHOLE.replace(CONTENTS, ""), id="no table of contents"),
        pytest.param(WHOLE.replace(CONTENTS, "On this page\n"), id="empty table of contents"),
        pytest.param(
            WHOLE.replace(CONTENTS, "On this page\nDecision\nOverview\nIssue\nAnalysis\nConclusion\n"),
            id="table of contents in lines",
        ),
        pytest.param(WHOLE.replace("Decision Content\n", ""), id="no marker"),
        pytest.param(WHOLE.replace("Decision Content\n", "").replace(CONTENTS, ""), id="no marker, no contents"),
        pytest.param(WHOLE.replace("Decision Content\n", "DECISION CONTENT\n\n\n[TRANSLATION]\n"), id="translation"),
        pytest.param(f"Decision Content\n{BODY}", id="no record and no title page"),
        pytest.param(BODY, id="body alone"),
        pytest.param(WHOLE.replace("\n", "\r\n").replace(" [", "\xa0["), id="Windows line ends, no-break spaces"),
        pytest.param(WHOLE.replace("] ", "]"), id="nothing behind the number"),
    ],
)
def test_forms(text: str) -> None:
    stored = read(text).text
    assert names(stored) == NAMES
    assert numbers(stored) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert section(stored, "Analysis").text.endswith("Thirty days are the limit.")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("What the Appellant’s former employer said [2] x", ["What the Appellant’s former employer said"]),
        ("Issue 1: Was she available? [2] x", ["Issue 1: Was she available?"]),
        ("Step 2 – Section 18(1)(a) [2] x", ["Step 2 – Section 18(1)(a)"]),
        ("PERSONS IN ATTENDANCE\n[2] x", ["PERSONS IN ATTENDANCE"]),
        ("I.               Overview\n\n[2] x", ["I. Overview"]),
        ("A.           The Scope of R. v. Smith\n[2] x", ["A. The Scope of R. v. Smith"]),
        ("(a) Natural justice\n[2]x", ["(a) Natural justice"]),
        ("(2)  Reasons on the Merits, 2020 ABQB 166, 9 Alta. L.R. (7th) 375\n[2] x", None),
        ("Reasons and decision Decision [2] x", ["Reasons and decision", "Decision"]),
        ("Analysis Was the appeal late? [2] x", ["Analysis", "Was the appeal late?"]),
        ("Evidence Before the Tribunal [2] x", ["Evidence Before the Tribunal"]),
        ("The law\nDESDA\n[2] x", ["The law", "DESDA"]),
        ("Analysis\nWhy\nHow the letter was lost\n[2] x", ["Analysis", "Why", "How the letter was lost"]),
        ("I am not granting permission to appeal\n[2] x", ["I am not granting permission to appeal"]),
        ("Conclusion.\n[2] x", ["Conclusion."]),
        ("– The Claimant’s arguments [2] x", ["The Claimant’s arguments"]),
        (
            f"Issue 1: {'Did the Division ignore what it was given when it found that she could work ' * 2}so? [2] x",
            None,
        ),
        ("Persons in attendance Appellant: M. C. Introduction [2] x", ["Introduction"]),
    ],
)
def test_what_is_a_heading(line: str, expected: list[str] | None) -> None:
    text = f"[1] It begins.\n{line}\n[3] It ends."
    assert names(text) == (expected or [" ".join(re.split(r"\n|\[2", line)[0].split())])
    assert numbers(text) == [1, 2, 3]


@pytest.mark.parametrize(
    "lines",
    [
        "See Example v Canada, at paragraphs\n[16] to [18], and see also\nMill\n[2009] 1 FC 3.",
        "Further, R v Bonnell,\n[2003] 2 SCR 5.",
        "He said:\nthe following\n(A.R., at p. 150)",
        "The issues are:\n1.  Did he come?\n2.  Was he late?",
        "The issues are:\n(i) Whether he came\n(ii) Whether he was late",
        "She went: “I was there.” [Emphasis added.]",
        "[...]",
        "Appellant’s representative: Elena K.",
        "Parties\nbegan a sentence",
        "Tuesday;",
    ],
)
def test_what_is_none(lines: str) -> None:
    text = f"[1] It begins.\n[2] It goes on. {lines}\n[3] It ends."
    assert names(text) == []
    assert numbers(text) == [1, 2, 3]


def test_paragraph_numbers_with_gaps_and_repeats() -> None:
    text = "Decision [1] a.\n[2] b.\n[2] b again.\n"
    text += "Analysis [4] c.\nas in\n[9] of another.\n[5] d.\nOrder [5] e.\nConclusion [30] f."
    assert numbers(text) == [1, 2, 2, 4, 5, 5, 30]


@pytest.mark.parametrize("quoted", [[3, 4], [2, 3], [1, 2, 3], [5]])
def test_numbers_of_quoted_paragraphs(quoted: list[int]) -> None:
    own = [f"[{number}] Own words." for number in range(1, 7)]
    own[2] = "\n".join(["[3] It says:", *(f"[{number}] Other words." for number in quoted)])
    text = "\n".join(own)
    found = [p for one in parse(text).sections for p in one.paragraphs]
    assert [p.number for p in found] == [1, 2, 3, 4, 5, 6]
    assert text[found[2].start : found[2].end] == own[2]


def test_a_second_decision_behind_the_first() -> None:
    text = "[1] a.\n[2] b.\n[3] c.\n[4] d.\nReasons of Hale, dissenting\n[1] e.\n[2] f.\n[3] g."
    assert numbers(text) == [1, 2, 3, 4, 1, 2, 3]
    assert [chunk.path for chunk in read(text, max_tokens=50).chunks] == ["para.1", "op2.para.1"]


def test_an_order_and_a_schedule_that_begin_again_have_paths_of_their_own() -> None:
    text = "REASONS\n[1] a.\n[2] b.\n[3] c.\nORDER\n[1] Pay.\n[2] Go.\n[3] Stay.\nSchedule A\n[1] x.\n[2] y.\n[3] z."
    chunks = read(text, max_tokens=50).chunks
    assert [chunk.path for chunk in chunks] == ["para.1", "op2.para.1", "op3.para.1"]
    assert [chunk.header.rpartition(" > ")[2] for chunk in chunks] == ["REASONS", "ORDER", "Schedule A"]
    assert chunks[1].role == "decision"


def test_an_order_without_numbers_is_apart_from_its_schedule() -> None:
    text = "[1] a.\n[2] b.\n\nORDER\n\n1. The appeal is allowed.\n\nSCHEDULE A\n\n1. The appellant shall file."
    assert [(chunk.path, chunk.role) for chunk in read(text).chunks][1:] == [("text", "decision"), ("text.2", "other")]


def test_a_heading_directly_under_another_stands_under_it() -> None:
    text = "Analysis\nDid she leave\nher job?\n[1] Yes.\nWas there just cause?\nThe law asks for more\n[2] a.\n"
    text += "She had alternatives\n[3] b.\nShould time be extended?\n[4] No."
    headers = [chunk.header.partition("Analysis > ")[2] for chunk in read(text, max_tokens=50).chunks]
    cause = "Was there just cause? > "
    assert headers[0] == "Did she leave her job?"
    assert headers[1:3] == [f"{cause}The law asks for more", f"{cause}She had alternatives"]
    assert headers[3] == "Should time be extended?"


def test_a_known_section_with_a_number_is_under_no_overview() -> None:
    text = "INTRODUCTION\n[1] a.\nI. ANALYSIS\nA. Standard of Review\n[2] b."
    assert [chunk.role for chunk in read(text).chunks] == ["overview", "analysis"]


def test_questions_are_paragraphs_where_lines_are_lost() -> None:
    text = "Issues [1] Was it late? [2] Should time be extended? Issue 1: Was it late? [3] Yes. [4] It was."
    assert names(text) == ["Issues", "Issue 1: Was it late?"]
    assert section(text, "Issues").text == "[1] Was it late? [2] Should time be extended?"


def test_the_record_of_the_older_site() -> None:
    record = "Institution:\nAppeal Division\nMember:\nAda F.\nHearing type:\nN/A\nDecision:\nRefused\n"
    text = f"{record}Reference number:\nAD-13-7\nCitation:\nA. B. v. C., 2014 SSTAD 120\n\n"
    text += "Decision\n\nIt is refused.\n\nIntroduction\n\n[1] a."
    assert names(text) == ["Decision", "Introduction"]
    assert parse(text).fields["citation"] == "2014 SSTAD 120"
    assert [chunk.path for chunk in read(text).chunks] == ["preamble", "para.1"]


def test_who_was_there_is_no_part_of_the_title_page() -> None:
    text = (
        f"{RECORD}Decision Content\nReasons and decision\nPersons in attendance\nAppellant: A. B.\nIntroduction\n[1] a."
    )
    assert names(text) == ["Reasons and decision", "Persons in attendance", "Introduction"]
    assert section(text, "Persons in attendance").text == "Appellant: A. B."


def test_what_is_set_aside() -> None:
    text = f"{WHOLE}\nThe statute shown may be newer."
    decision = parse(text)
    assert reasons(decision, text) == {
        "metadata block": f"{RECORD}Decision Content",
        "title page": PAGE.strip(),
        "table of contents": CONTENTS.strip(),
        "text behind the footnotes": "The statute shown may be newer.",
    }
    assert [(note.number, text[note.start : note.end]) for note in decision.notes.notes] == [
        (1, "Footnote 1\nSee section 52 of the Act."),
        (2, "Footnote 2\nThe letter is at GD2-4."),
    ]


def test_a_summary_is_kept_in_the_metadata() -> None:
    text = WHOLE.replace("Decision Content\n", "Summary\nShe took a course.\nIt was refused.\nDecision Content\n")
    assert read(text).metadata["summary"] == "She took a course. It was refused."
    assert names(text) == NAMES


def test_priorities() -> None:
    found = {one: DEFAULT.of(one).priority for one in ("Analysis", "The law and analysis", "Issues", "Decision")}
    assert found == {"Analysis": 1, "The law and analysis": 1, "Issues": 2, "Decision": 3}
    rest = ["What the Appellant must prove", "INTRODUCTION", "What the law says", "Submissions", "Severe"]
    assert [DEFAULT.of(one).priority for one in rest] == [2, 4, 5, 6, 7]


def test_another_table() -> None:
    table = Priorities((Tier(1, "reasons", (r"^why .* late$",)),), other=2, leading=1)
    found = {one.name: (one.priority, one.role) for one in parse_sections(WHOLE, table)}
    assert found["Why it was late"] == (1, "reasons")
    assert found["Analysis"] == (2, "other")


def test_a_heading_of_its_own_has_the_role_of_the_section() -> None:
    found = section(WHOLE, "Why it was late")
    assert (found.priority, found.role, found.above) == (7, "analysis", ("Analysis",))
    text = WHOLE.replace("Overview Issue Analysis Conclusion", "Overview Issue Analysis Why it was late Conclusion")
    assert section(text, "Why it was late").above == ()


def test_the_outline_of_a_judgment() -> None:
    text = """The judgment of the Court was delivered by

        Marsh J. —

I.               Overview

[1] A.

III.         Analysis

H.           The Ticket

(1)         Its Terms

[2] B.

I.            The Voucher

[3] C.

IV.         Disposition

[4] D.

        The following are the reasons delivered by

        Hale J. —

I.               Overview

[5] E.
"""
    found = {(one.name, one.paragraphs[0].number): one.above for one in parse_sections(text) if one.paragraphs}
    assert found == {
        ("I. Overview", 1): ("Marsh J.",),
        ("(1) Its Terms", 2): ("Marsh J.", "III. Analysis", "H. The Ticket"),
        ("I. The Voucher", 3): ("Marsh J.", "III. Analysis"),
        ("IV. Disposition", 4): ("Marsh J.",),
        ("I. Overview", 5): ("Hale J.",),
    }
    assert read(text).metadata["judges"] == ["Marsh J.", "Hale J."]


def test_the_table_of_contents_of_a_judgment() -> None:
    contents = "TABLE OF CONTENTS\n\nParagraph\n\nI.   Overview\n\n1\n\nA.   Facts\n\n2\n\n"
    text = f"{contents}I.   Overview\n\n[1] a.\n\nA.   Facts\n\n[2] b."
    assert names(text) == ["I. Overview", "A. Facts"]
    assert [text[one.start : one.end].split()[-1] for one in parse(text).set_aside] == ["2"]


def found_headings(text: str) -> list[str]:
    """The headings of ``text``, and every character accounted for."""
    read(text)
    return names(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "II. Background\n[1] a.\nA. Offences Against E.N.\n[2] b.\nB. Offences Against S.R.\n[3] c.",
            ["II. Background", "A. Offences Against E.N.", "B. Offences Against S.R."],
            id="the full stop of an abbreviation",
        ),
        pytest.param(
            "I. Facts\n[1] a.\nII. The Kiln and the Pots.\n[2] b.\nIII Analysis\n[3] c.\nIV Disposition\n[4] d.",
            ["I. Facts", "II. The Kiln and the Pots.", "III Analysis", "IV Disposition"],
            id="labels that continue a series, with a full stop behind them or none",
        ),
        pytest.param(
            "I. Facts\n[1] a.\nII. Analysis\n“Words of a statute.”\n[2] b.",
            ["I. Facts", "II. Analysis"],
            id="a heading above a quotation",
        ),
        pytest.param("[1] a.\nTHE LAW.\n[2] b.\nQUANTUM\n[3] c.", ["THE LAW.", "QUANTUM"], id="capitals"),
        pytest.param(
            "[1] a.\n\nB. Did the Board Err in Failing to Hear\nthe Parties About the Kiln?\n\n[2] b.",
            ["B. Did the Board Err in Failing to Hear the Parties About the Kiln?"],
            id="a heading on two lines",
        ),
        pytest.param(
            "[1] a.\n\nThe Test for New Evidence and\nIts Limits in\nAn Appeal\n\n[2] b.",
            ["The Test for New Evidence and Its Limits in An Appeal"],
            id="a heading on three lines",
        ),
        pytest.param("[1] These are:\n- The kiln\n- The pots\n[2] b.", [], id="items with dashes"),
        pytest.param("[1] The issue is:\n1. Was the kiln cold?\n[2] b.", [], id="one item"),
        pytest.param("[1] a.\nA. Yeah.\n[2] b.", [], id="an answer"),
        pytest.param("[1] a.\nThe kiln was cold. It stood there\nfor years.\n[2] b.", [], id="a sentence"),
    ],
)
def test_which_lines_are_headings(text: str, expected: list[str]) -> None:
    assert found_headings(text) == expected


def test_dotted_contents_are_set_aside() -> None:
    contents = "I. Introduction.. 3\nII. The Kiln and\nIts Pots......... 4\nA. Clay … [5]\nIII. Analysis.. 10"
    body = "I. Introduction\n[1] a.\nII. The Kiln and\nIts Pots\n[2] b.\nIII. Analysis\n[3] c."
    for lead in ("", "Table of Contents\n\n"):
        text = f"{lead}{contents}\n\n{body}"
        assert names(text) == ["I. Introduction", "II. The Kiln and Its Pots", "III. Analysis"]
        assert reasons(parse(text), text) == {"table of contents": f"{lead}{contents}"}
        assert read(text).chunks[0].content == "I. Introduction\n[1] a."
    assert not parse("[1] It cost:\nClay.. 3\nWood.. 4\n[2] b.").set_aside


def test_what_stands_above_contents_is_a_chunk_of_its_own() -> None:
    contents = "TABLE OF CONTENTS\n\nI. Overview\n\n1\n\nII. Facts\n\n2\n\n"
    text = f"The judgment was delivered by\n\nMarsh J. —\n\n{contents}I. Overview\n\n[1] a.\n\nII. Facts\n\n[2] b."
    document = read(text)
    assert [chunk.path for chunk in document.chunks] == ["preamble", "para.1", "para.2"]
    assert document.chunks[0].content == "The judgment was delivered by\n\nMarsh J. —"
    assert document.chunks[1].content == "I. Overview\n\n[1] a."
    assert not any(
        chunk.start < aside.end and aside.start < chunk.end for chunk in document.chunks for aside in document.set_aside
    )


def test_a_heading_in_the_contents_keeps_the_role_of_its_parent() -> None:
    contents = "TABLE OF CONTENTS\n\nI. Analysis\n\n1\n\nA. The Kiln\n\n2\n\n"
    found = section(f"{contents}I. Analysis\n\n[1] a.\n\nA. The Kiln\n\n[2] b.", "A. The Kiln")
    assert (found.role, found.above) == ("analysis", ("I. Analysis",))
    text = (
        "III. Judgments Below\n[1] a.\nA. Disposition Hearing\n[2] b.\nIV. Discussion\n[3] c.\n(1) Conclusion\n[4] d."
    )
    roles = [one.role for one in parse_sections(text)]
    assert roles == ["overview", "overview", "analysis", "analysis"]


def test_the_judge_is_named_by_the_text_after_a_caption() -> None:
    document = read("The judgment of the Court was delivered orally by\n\n[1] Marsh J. — The Crown appeals.\n\n[2] No.")
    assert document.metadata["judges"] == ["Marsh J."]
    assert document.chunks[0].header.endswith("> Marsh J.")


def test_an_excerpt_keeps_its_numbers() -> None:
    assert numbers("[5] Before the kiln.\n\nIssues\n\n[7] The issues are these.") == [5, 7]
    assert numbers("It was so in\n[5] Before the kiln.\n[7] More.") == []


def test_the_few_words_of_an_oral_judgment_are_the_decision() -> None:
    words = "The appeal was heard on May 4, 2031, and the Court on that day delivered this judgment orally:\n\n"
    for said, role in (("Beam J. — We would allow the appeal.", "decision"), ("We would allow the appeal.", "other")):
        (section,) = parse_sections(f"{words}{said}\n\nAppeal allowed.")
        assert section.role == role
    numbered = parse_sections(
        f"{words}[1] Beam J. — We would allow the appeal.\n\n[2] The lamp was out.\n\n[3] It was."
    )
    assert {section.role for section in numbered} == {"other"}


def test_the_opinions_of_a_french_judgment() -> None:
    document = read(
        "Version française du jugement des juges Marais et Quai rendu par\n\nLe juge Quai —\n\n[1] La lampe brûle.\n\n"
        "[2] Je rejetterais le pourvoi.\n\nLes motifs suivants ont été rendus par\n\nLa juge Mèche (dissidente) —\n\n"
        "[3] Elle fume.\n\n[4] Je l’accueillerais.\n\nPourvoi rejeté, la juge Mèche est dissidente."
    )
    assert document.metadata["judges"] == ["Le juge Quai", "La juge Mèche"]
    assert at(document, "para.3").header.endswith("> La juge Mèche")
    last = document.chunks[-1]
    assert (last.role, last.content) == ("decision", "Pourvoi rejeté, la juge Mèche est dissidente.")
    assert found_headings("Faits\n\n[1] a.\n\nLa Cour d’appel — son erreur\n\n[2] b.")[-1].startswith("La Cour d’appel")


def test_a_word_in_what_a_heading_says_names_no_section() -> None:
    text = "Issue\n\n[1] a.\n\n{}\n\n[2] b.\n\nConclusion\n\n[3] c."
    for name, role in (
        ("The General Division did not ignore any evidence", "analysis"),
        ("Evidence", "evidence"),
        ("What the evidence is", "evidence"),
    ):
        assert section(text.format(name), name).role == role
