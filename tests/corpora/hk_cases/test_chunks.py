"""Whole paragraphs up to a limit, the last ones again; headers, roles, options."""

import pytest

from piperoll.corpora.hk_cases.assemble import HARD_CAP
from piperoll.corpora.hk_cases.roles import disposes, role
from piperoll.corpora.registry import get
from piperoll.errors import UsageError
from tests.corpora.hk_cases.documents import akn, anchor, at, lines, numbers, page, para, paths, plain

SENTENCE = "The keeper of the lamp must keep it burning. "


def text_of(length: int) -> str:
    return (SENTENCE * (length // len(SENTENCE) + 1))[: length - 1].rstrip() + "."


def judgment(*lengths: int, **options: int) -> list[tuple[str, list[int], int]]:
    """Path, numbers and overlap of the chunks of a body whose paragraphs have the lengths given."""
    document = akn("".join(para(f"{n}.", text_of(length)) for n, length in enumerate(lengths, 1)), **options)
    return [(chunk.path, list(chunk.paragraphs), chunk.overlap) for chunk in document.chunks if chunk.role != "front"]


def test_whole_paragraphs_up_to_the_limit_and_a_short_one_again() -> None:
    assert [(path, own) for path, own, _ in judgment(1000, 400, 900, 400, max_characters=2100)] == [
        ("para.1", [1, 2]),
        ("para.3", [2, 3, 4]),
    ]


def test_no_more_than_a_fourth_comes_again() -> None:
    for lengths in ([1000] * 4, [600, 700, 800] * 5, [300] * 30):
        for _, own, overlap in judgment(*lengths, max_characters=2100, overlap=3):
            assert 4 * overlap <= sum(lengths[number - 1] + 4 for number in own)


def test_chunks_of_a_section_are_about_as_long_as_each_other() -> None:
    assert [own for _, own, _ in judgment(*[500] * 6, max_characters=2600, overlap=0)] == [[1, 2, 3], [4, 5, 6]]


def test_overlap_is_what_both_chunks_have() -> None:
    document = akn("".join(para(f"{n}.", text_of(450)) for n in range(1, 9)), max_characters=2600)
    first, second = (chunk for chunk in document.chunks if chunk.role != "front")
    shared = second.overlap
    assert second.content[:shared] == first.content[-shared:]
    assert second.content[:shared].startswith("4.\t")
    assert second.header == f"{document.title} > paras 4-8"


def test_options() -> None:
    assert [own for _, own, _ in judgment(900, 900, 900, 900, max_characters=2000, overlap=0)] == [[1, 2], [3, 4]]
    assert [own for _, own, _ in judgment(*[100] * 12, max_characters=1000, overlap=2)][1] == [
        5,
        6,
        7,
        8,
        9,
        10,
        11,
        12,
    ]
    for options in ({"max_characters": 10}, {"overlap": -1}, {"overlap": "many"}, {"size": 1}):
        with pytest.raises(UsageError):
            get("hk-cases", options)


def test_a_long_paragraph_is_whole_up_to_what_the_database_bears() -> None:
    assert [path for path, _, _ in judgment(20_000, 100)] == ["para.1", "para.2"]
    document = akn(para("1.", text_of(HARD_CAP + 5_000)) + para("2.", "Dismissed."))
    parts = [chunk for chunk in document.chunks if chunk.parent == "para.1"]
    assert [chunk.path for chunk in parts][:2] == ["para.1.1", "para.1.2"]
    assert all(len(chunk.content) <= 6_000 for chunk in parts)
    assert all(chunk.paragraphs == (1,) for chunk in parts[:-1])
    assert numbers(document)[-1] == 2


def test_a_long_text_without_numbers_is_cut_at_sentences() -> None:
    document = plain(text_of(30_000))
    assert paths(document)[0] == "p.1.1"
    assert all(chunk.content.endswith(".") for chunk in document.chunks)


def test_what_stands_between_numbers_belongs_to_the_paragraph_before() -> None:
    quote = "<blockquote><p>“36. The lamp,</p><p>and the oil.”</p></blockquote><p>(a) the lamp;</p><p>(b) the oil.</p>"
    document = page(anchor(1, text_of(500)) + quote + anchor(2, text_of(500)), max_characters=700, overlap=0)
    assert at(document, "para.1").content.endswith("(a) the lamp;\n\n(b) the oil.")
    assert at(document, "para.2").content.startswith("2.")


@pytest.mark.parametrize(
    ("line", "is_heading"),
    [
        ("The grounds of appeal", True),
        ("(2) Was the lamp lit?", True),
        ("IV. Analysis", True),
        ("Lord Wick:", True),
        ("and the oil.", False),
        ("(b) the oil of the lamp", False),
        ("“The oil”", False),
        ("[Emphasis added]", False),
        ("(Record, at p. 26)", False),
        ("He put it in these words:", False),
    ],
)
def test_headings_in_front_of_a_number(line: str, is_heading: bool) -> None:
    document = plain(
        lines("JUDGMENT", f"1. {text_of(300)}", f"2. {text_of(300)}", line, f"3. {text_of(300)}", f"4. {text_of(300)}"),
        max_characters=400,
        overlap=0,
    )
    assert at(document, "para.3").content.startswith(line) is is_heading
    assert ("heading" in at(document, "para.3").metadata) is is_heading


@pytest.mark.parametrize(
    ("heading", "content", "first", "last", "expected"),
    [
        pytest.param("", "The lamp was out.", True, False, "facts", id="first"),
        pytest.param("", "The lamp was out.", False, False, "reasoning", id="in between"),
        pytest.param("", "The lamp was out.", False, True, "reasoning", id="last, and orders nothing"),
        pytest.param("", "I dismiss the claim.", False, True, "order", id="last, and orders"),
        pytest.param("Conclusion", "The lamp was out.", False, True, "reasoning", id="concludes and orders nothing"),
        pytest.param("Conclusion", "The appeal is allowed.", False, False, "order", id="a conclusion that orders"),
        pytest.param("The admitted facts", "x", False, False, "facts", id="a heading of facts"),
        pytest.param("Consideration", "x", False, False, "reasoning", id="a heading of reasons"),
        pytest.param("Disposal", "x", False, False, "order", id="a heading of the order"),
        pytest.param("案情", "x", False, False, "facts", id="Chinese"),
        pytest.param(
            "Consideration", "The appeal is dismissed.", False, True, "order", id="reasons that end in the order"
        ),
        pytest.param("Consideration", "I turn to that now.", False, True, "reasoning", id="reasons to the last"),
        pytest.param("The conclusions of the judge below", "x", False, False, "reasoning", id="begins with the word"),
        pytest.param("What the judge said of costs and lamps", "x", False, False, "reasoning", id="in the middle"),
        pytest.param("Background › Costs", "The claim is refused.", False, False, "order", id="the last of several"),
        pytest.param("The purchase orders", "I dismiss that.", False, False, "reasoning", id="orders for goods"),
        pytest.param("", "So the appeal does not succeed.", False, True, "order", id="an appeal that fails"),
        pytest.param("Background › (i) The order", "The keeper signed.", False, False, "facts", id="a told order"),
        pytest.param("Evidence › Conclusion", "The keeper lied.", False, False, "reasoning", id="no told conclusion"),
        pytest.param("裁決", "本席現頒令：(1) 被告人須交出燈塔。", False, False, "order", id="a Chinese order"),
        pytest.param("裁決", "本席認為被告人確有借款。", False, False, "reasoning", id="Chinese reasons"),
        pytest.param("Background › The lamp", "x", False, False, "facts", id="a section of the facts"),
    ],
)
def test_roles(heading: str, content: str, first: bool, last: bool, expected: str) -> None:
    assert role(heading, content, first=first, orders=last and disposes(content), kind="judgment") == expected


def test_an_extract_has_no_facts() -> None:
    assert role("", "x", first=True, orders=False, kind="extract") == "reasoning"


@pytest.mark.parametrize(
    "text",
    [
        "The Court orders that:",
        "The Court declares that the lamp was out.",
        "The application succeeds and I shall direct the Registrar to give effect to it.",
        "The decision of the Minister must be set aside.",
        "The respondents must\npay the applicant's costs.",
        "I will make the following declarations.",
        "The costs should be paid by the defendant.",
        "本席判原告人勝訴，被告人須支付港幣二百萬元。",
        "因此，上訴得直，定罪撤銷。",
        "本席撤銷傳票。",
        "本庭拒絕給予上訴許可。",
        "訟費由被告人支付。",
        "I would therefore enter judgment against the keeper in the sum of $900.",
        "Judgment will be entered in favour of the pilot.",
        "There was no answer to the petition, and I made the usual winding-up order.",
        "The usual bankruptcy order was accordingly made.",
        "For these reasons there will be the following orders:",
        "I will give the following directions:",
        "The court makes the following declarations:",
        "Leave to apply for judicial review of the harbour rules is refused.",
        "I accede to the keeper’s application for more oil.",
        "I summarily assess the costs of the pilot at $12,000.",
        "The parties should agree the rest. Liberty to apply.",
    ],
)
def test_what_disposes_of_a_case(text: str) -> None:
    assert disposes(text)


@pytest.mark.parametrize(
    "text",
    [
        "A court should ordinarily refuse a stay.",
        "If that is right, the appeal should succeed.",
        "一案頒布有關量刑準則。",
        "上訴庭須考慮訟費。",
        "The keeper said that leave to apply must not be given lightly.",
        "A court may assess what a lamp costs.",
    ],
)
def test_what_is_said_of_the_law_disposes_of_nothing(text: str) -> None:
    assert not disposes(text)


@pytest.mark.parametrize(
    "heading",
    [
        "Application of the law to the facts",
        "Legislative history of s 56",
        "General observations upon the evidence of Dr Wick",
        "Was the evidence complete?",
        "The appropriate sentence on the facts",
        "Legal framework › Overview",
        "判刑考慮 › 販運危險藥物罪 (控罪一)",
    ],
)
def test_what_is_reasoning_although_it_names_facts(heading: str) -> None:
    assert role(heading, "The lamp was out.", first=False, orders=False, kind="judgment") == "reasoning"
