"""The tree of clauses: which path a clause has, whatever numbering its drafter liked."""

import pytest

from piperoll.model import embedding_text
from tests.corpora.clauses.documents import at, clauses, contract, paths, terms, within

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(["1. A b", "2. C d", "3. E f"], ["1", "2", "3"], id="numbers"),
        pytest.param(["1. Aa", "1.1 B", "1.2 C", "2. Dd", "2.1 E"], ["1", "1.1", "1.2", "2", "2.1"], id="decimals"),
        pytest.param(
            ["ARTICLE I Aa", "Section 1.1 Bb.", "Section 1.2 Cc.", "ARTICLE II Dd", "Section 2.1 Ee."],
            ["art1", "1.1", "1.2", "art2", "2.1"],
            id="sections that name their article",
        ),
        pytest.param(
            ["ARTICLE I Aa", "Section 1. Bb.", "Section 2. Cc.", "ARTICLE II Dd", "Section 1. Ee.", "Section 2. F."],
            ["art1", "art1.1", "art1.2", "art2", "art2.1", "art2.2"],
            id="sections that begin anew",
        ),
        pytest.param(
            ["1. Aa", "(a) b", "(b) c", "(i) d", "(ii) e", "(c) f", "2. Gg", "(a) h"],
            ["1", "1.a", "1.b", "1.b.i", "1.b.ii", "1.c", "2", "2.a"],
            id="letters and Roman numbers",
        ),
        pytest.param(
            ["1. Aa", *[f"({one}) x" for one in "abcdefghij"]],
            ["1", *[f"1.{one}" for one in "abcdefghij"]],
            id="i between h and j is a letter",
        ),
        pytest.param(
            ["I. Aa", "II. Bb", "A. cc", "B. dd", "III. Ee"], ["i", "ii", "ii.a", "ii.b", "iii"], id="outline"
        ),
        pytest.param(
            ["1. Aa", "2. Bb", "EXHIBIT A", "1. Cc", "2. Dd", "EXHIBIT B", "1. Ee"],
            ["1", "2", "exhibit-a", "exhibit-a.1", "exhibit-a.2", "exhibit-b", "exhibit-b.1"],
            id="exhibits count for themselves",
        ),
        pytest.param(["1. Aa", "2. Bb", "2. Cc", "3. Dd"], ["1", "2", "2.v2", "3"], id="a number printed twice"),
        pytest.param(["§ 1 Geltung", "§ 2 Vertrag", "(1) a", "(2) b"], ["1", "2", "2.1", "2.2"], id="paragraphs"),
        pytest.param(["第一条 定义", "第二条 服务"], ["art1", "art2"], id="Chinese articles"),
        pytest.param(
            ["SECTION 1", "DEFINITIONS", "1.1 “A” means b.", "SECTION 2", "TERM"],
            ["1", "1.1", "2"],
            id="captions below",
        ),
    ],
)
def test_paths(lines: list[str], expected: list[str]) -> None:
    assert clauses(contract("\n\n".join(f"{line}\n\n{LONG}" if len(line) > 3 else line for line in lines))) == expected


def test_one_line_holds_many_clauses() -> None:
    document = contract(
        "SERVICE AGREEMENT This Service Agreement is made by and between Alpha Inc. and Beta Ltd. "
        + " ".join(f"{number}. Duty Number. {LONG}{number}.1. Detail. {LONG}" for number in range(1, 6))
    )
    assert clauses(document) == [path for number in range(1, 6) for path in (f"{number}", f"{number}.1")]


def test_figures_and_references_open_no_clause() -> None:
    document = contract(
        f"1. Aa\n\n{LONG}\n\n2. Bb\n\n{LONG} See Section 9.3 of the Lease. It pays 4. Nothing else. As clauses (a), "
        f"(b) and (c) say, Section 3.2 shall survive.\n\nSection 3.2 shall survive too. {LONG}"
    )
    assert clauses(document) == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Title\n=====\n\nAa\n--\n\n{0}\n\nBb\n--\n\n{0}", ["aa", "bb"]),
        ("### Aa\n\n{0}\n\n#### Bb\n\n{0}\n\n### Cc\n\n{0}", ["aa", "aa.bb", "cc"]),
        ("**Fees**\n\n{0}\n\n**Late fees.** {0}\n\n**End**\n\n{0}", ["fees", "fees.late-fees", "end"]),
        ("**Terms**\n\n{0}\n\n**3. End**\n\n{0}", ["preamble", "3"]),
        ("Terms\n\n{0}\n\nYour Account\n\n{0}\n\nTHE END\n\n{0}", ["preamble", "your-account", "the-end"]),
        ("1.\nYour rights\n\n{0}\n\n2.\nOur duties\n\n{0}", ["1", "2"]),
        ("### Same\n\n{0}\n\n### Same\n\n{0}", ["same", "same.v2"]),
        ("### 1\\. Aa\n\n{0}\n\n### 2\\. Bb\n\n{0}", ["1", "2"]),
        ("### Aa\n\n1. {0}\n2. {0}\n\n### Bb\n\n1. {0}\n2. {0}", ["aa", "aa.2", "bb", "bb.2"]),
        ("### Last updated: 1 May 2031\n\n{0}\n\n### Überblick\n\n{0}", ["preamble", "überblick"]),
        ("### Aa\n\n{0}\n\n### \n\n*   ### In a list\n    \n    {0}", ["aa", "in-a-list"]),
    ],
)
def test_headings_of_pages(text: str, expected: list[str]) -> None:
    assert [path for path in paths(terms(text.format(PROSE * 6))) if ".p" not in path] == expected


def test_a_definition_is_found_by_its_term() -> None:
    document = contract(
        f"ARTICLE I\n\nDEFINITIONS\n\n“Lamp” means a light. {LONG}\n\n“Net Price” has the meaning of a price. {LONG}"
    )
    chunk = at(document, "art1.net-price")
    assert chunk.metadata["terms"] == ["Net Price"]
    assert chunk.parent == "art1"
    assert chunk.header.endswith("> ARTICLE I DEFINITIONS > Net Price")


def test_header_and_metadata() -> None:
    document = contract(
        f"1. Aa\n\n{LONG}\n\n2. Limits of Liability. {LONG}\n\n2.1 Cap. {LONG}\n\n2.2 Cases. {LONG}", "x.txt"
    )
    chunk = at(document, "2.2")
    assert chunk.header == "x > 2. Limits of Liability > 2.2 Cases"
    assert chunk.parent == "2"
    assert chunk.metadata == {"heading": "Cases", "clause": "2.2"}
    assert chunk.clauses == ("2.2",)


def test_small_items_are_joined_under_their_clause() -> None:
    document = contract(
        f"1. Duties. {LONG}\n\n(a) one thing;\n\n(b) another thing;\n\n(c) a third thing.\n\n2. End. {LONG}"
    )
    assert paths(document) == ["1", "2"]
    assert at(document, "1").clauses == ("1", "1.a", "1.b", "1.c")


@pytest.mark.parametrize("max_tokens", [40, 100, 220, 1000])
def test_sizes(max_tokens: int) -> None:
    text = "".join(f"{number}. Heading. {PROSE * number}\n\n" for number in range(1, 40)) + "x" * 9_000
    assert within(contract(text, max_tokens=max_tokens), max_tokens)


RETURNED = (("a", "lamp"), ("b", "wick"), ("c", "glass"), ("d", "oil"))


def test_a_page_break_inside_a_sentence_stays_in_the_clause() -> None:
    text = f"1. Aa. {PROSE} The lamp shall be\n\n12\n\n________________\n\nlit.\n\n- 3 -\n\n2. Bb. {PROSE}"
    document = contract(text)
    assert "shall be\n\n12\n\n________________\n\nlit." in at(document, "1").content
    assert [document.text[one.start : one.end] for one in document.set_aside] == ["- 3 -"]


@pytest.mark.parametrize(
    "contents",
    [
        "TABLE OF CONTENTS\n\nARTICLE I THE LAMP 1\n\nSection 1.1 Light 2\n\nARTICLE II THE END 3",
        "TABLE OF CONTENTS Page ARTICLE I THE LAMP 1 Section 1.1 Light 2 ARTICLE II THE END 3",
        "ARTICLE I  THE LAMP    1  Section 1.1  Light    2  Section 1.2  Dark    3  ARTICLE II  THE END    4",
    ],
)
def test_a_table_of_contents_is_no_clause(contents: str) -> None:
    text = f"LAMP AGREEMENT\n\n{contents}\n\n{PROSE}\n\nARTICLE I\n\nTHE LAMP\n\nSection 1.1 Light. {LONG}"
    text += f"\n\nARTICLE II\n\nTHE END\n\n{LONG}"
    document = contract(text)
    assert [(one.reason, document.text[one.start : one.end]) for one in document.set_aside] == [
        ("table of contents", contents)
    ]
    assert clauses(document) == ["art1", "1.1", "art2"]


def test_clauses_that_are_printed_twice_are_no_table_of_contents() -> None:
    steps = "1\\. Fill the lamp\n\n2\\. Trim the wick\n\n3\\. Light the wick\n\n4\\. Close the glass"
    document = terms(f"Title\n=====\n\n### By day\n\n{steps}\n\n### By night\n\n{steps}\n\n{PROSE}")
    assert not document.set_aside
    assert sum("Trim the wick" in one.content for one in document.chunks) == 2


def test_sentences_that_come_again_are_no_table_of_contents() -> None:
    rules = [
        f"({letter}) the keeper shall return the {thing} whole and in the box of the house;"
        for letter, thing in RETURNED
    ]
    others = "\n\n".join(f"{rule}\n\n{LONG}" for rule in rules)
    document = terms("Title\n=====\n\n### By day\n\n" + "\n\n".join(rules) + f"\n\n### By night\n\n{others}")
    assert not document.set_aside


def test_a_clause_that_names_many_sections_is_no_table_of_contents() -> None:
    clause = (
        "The provisions of Section 12 (Secrets), Section  13 (Oil), Section 14 (Limits) and Section 15 (Disputes)\n"
        "will survive any end of this Agreement."
    )
    document = contract(f"1. Term. {LONG}\n\n2. End. {LONG}\n\n(a) {clause}\n\n3. Law. {LONG}")
    assert not document.set_aside
    assert clause in at(document, "2.a").content


def test_a_table_of_contents_of_links() -> None:
    items = "\n".join(f"*   [Part {name}](#{name})" for name in "abcde")
    body = "\n\n".join(f"### Part {name}\n\n{PROSE * 4}" for name in "abcde")
    document = terms(f"Title\n=====\n\nTable of contents\n-----------------\n\n{items}\n\n{body}")
    assert [one.reason for one in document.set_aside] == ["table of contents"]
    assert paths(document)[1:] == [f"part-{name}" for name in "abcde"]


PAGE = "Title\n=====\n\n" + "\n\n".join(
    f"### {number}\\. Part\n\n"
    + "\n\n".join(f"{number}.{item} {PROSE}{PROSE}" for item in range(1, 7))
    + "\n\n*   one thing\n*   another\n\n[a link](https://example.org/?v=1)"
    for number in range(1, 7)
)


def embedded(text: str) -> set[str]:
    return {embedding_text(chunk.header, chunk.prefix, chunk.content) for chunk in terms(text).chunks}


def test_one_word_changes_one_chunk() -> None:
    for place in range(400, len(PAGE), 700):
        word = PAGE.index(" ", place)
        changed = f"{PAGE[:word]} unforeseen{PAGE[word:]}"
        assert len(embedded(changed) - embedded(PAGE)) == 1


def test_indentation_and_link_targets_change_nothing() -> None:
    changed = PAGE.replace("*   ", "* ").replace("?v=1", "?v=2&session=0123456789abcdef0123456789abcdef")
    assert changed != PAGE
    assert embedded(changed) == embedded(PAGE)


@pytest.mark.parametrize(
    "second",
    [
        "TABLE OF CONTENTS (Continued) Page ARTICLE II THE END 4 Section 2.1 Moon 5 Section 2.2 Dawn 6",
        "TABLE OF CONTENTS\n\n(cont’d)\n\nPage\n\nARTICLE II\n\nTHE END\n\nSection 2.1 Moon 5\n\nExhibit A – Lamps",
    ],
)
def test_a_table_of_contents_goes_on_over_several_pages(second: str) -> None:
    pages = [
        "TABLE OF CONTENTS Page ARTICLE I THE LAMP 1 Section 1.1 Light 2 Section 1.2 Oil 3",
        "- i -",
        second,
    ]
    text = "\n\n".join(("LAMP AGREEMENT", *pages, PROSE, f"ARTICLE I\n\nTHE LAMP\n\nSection 1.1 Light. {LONG}"))
    document = contract(text)
    assert [document.text[one.start : one.end] for one in document.set_aside] == ["\n\n".join(pages)]
