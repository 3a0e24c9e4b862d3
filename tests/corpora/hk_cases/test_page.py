"""HTML as the Hong Kong Judiciary publishes it."""

import pytest

from piperoll.corpora.registry import get
from piperoll.text.html import parse
from tests.corpora.hk_cases.documents import anchor, at, numbers, page, paths, read

QUOTED = '<blockquote><p><a name="p1" id="p1">“1.</a> Quoted.</p><p class="quote">2. Quoted too.</p></blockquote>'
BODY = (
    f"{anchor(1, 'The lamp<a href=#_ftn1 name=_ftnref1>[1]</a> was out. He said:')}{QUOTED}"
    f'<p class="heading">The law of lamps, in short:</p>{anchor(2, "A lamp must burn.")}'
    f"{anchor(3, 'The claim is dismissed.')}"
)
NOTES = '<hr><p><a href=#_ftnref1 name=_ftn1>[1]</a> A lamp of oil.</p>'  # fmt: skip


def test_parts() -> None:
    document = page(BODY, NOTES)
    assert paths(document) == ["front", "para.1", "para.2", "closing", "notes"]
    assert numbers(document) == [1, 2, 3]
    assert "“1. Quoted." in at(document, "para.1").content
    assert at(document, "closing").content.startswith("(Ada Beam)")
    assert at(document, "notes").content == "[1] A lamp of oil."


def test_metadata() -> None:
    document = page(BODY, NOTES)
    assert (document.key, document.title) == ("[2031] HKCFI 12", "LAMP LTD v. HARBOUR LTD [2031] HKCFI 12")
    assert document.kind == "judgment"
    assert document.metadata == {
        "citation": "[2031] HKCFI 12",
        "court": "HKCFI",
        "date": "2031-05-04",
        "name": "LAMP LTD v. HARBOUR LTD",
        "case_numbers": ["HCA 12/2031"],
        "judges": ["Hon Beam J"],
        "parties": ["LAMP LTD", "HARBOUR LTD"],
        "counsel": ["Mr Wick, instructed by Oil & Co, for the plaintiff"],
    }


def test_headings_that_the_page_marks_open_a_chunk_and_stand_in_its_header() -> None:
    document = page(BODY.replace("was out.", "was out. " * 40), max_characters=300, overlap=0)
    chunk = at(document, "para.2")
    assert chunk.content.startswith("The law of lamps, in short:\n\n2.")
    assert chunk.header == f"{document.title} > The law of lamps, in short: > paras 2-3"


def test_a_corrigendum_is_a_document_beside_its_judgment() -> None:
    document = page("<p>In paragraph 2 read “lamp” for “lump”.</p>", title="CORRIGENDUM")
    assert (document.key, document.kind) == ("[2031] HKCFI 12 corrigendum", "corrigendum")
    assert document.metadata["corrects"] == "[2031] HKCFI 12"


def test_an_oral_ruling_without_numbers() -> None:
    document = page("<blockquote><p>COURT: The lamp was out.</p><p>He pays.</p></blockquote>", title="RULING")
    assert (document.kind, paths(document)) == ("ruling", ["front", "p.1", "closing"])


def test_chinese() -> None:
    document = page(
        f"<p class=heading>案情</p>{anchor(1, '燈塔於2031年4月1日熄滅。')}{anchor(2, '上訴駁回。')}", title="判 案 書"
    )
    assert numbers(document) == [1, 2]
    assert at(document, "para.1").metadata["heading"] == "案情"


@pytest.mark.parametrize(
    "lists",
    [
        pytest.param('<ol><li value="1">{p}</li><li value="2">{p}</li><li value="3">{p}</li></ol>', id="values"),
        pytest.param("<ol><li>{p}</li><li>{p}</li></ol><p>Law</p><ol start=3><li>{p}</li></ol>", id="starts"),
        pytest.param("<ol><li>{p}<ol><li>a</li><li>b</li></ol></li><li>{p}</li><li>{p}</li></ol>", id="lists within"),
    ],
)
def test_ordered_lists_that_make_up_the_page(lists: str) -> None:
    text = "The keeper of the lamp must keep it burning until dawn."
    document = read(f"<html><body><p>[2031] EWCA Civ 12</p>{lists.format(p=text)}</body></html>", "x.html")
    assert (document.key, numbers(document)) == ("[2031] EWCA Civ 12", [1, 2, 3])


def test_an_ordered_list_in_a_page_counts_no_paragraphs() -> None:
    document = read(f"<p>{'The lamp was out. ' * 30}</p><ol><li>One.</li><li>Two.</li><li>Three.</li></ol>", "x.html")
    assert not numbers(document)


def test_another_page_is_read_by_its_lines() -> None:
    body = "".join(f"<p>[{n}] The keeper of the lamp must keep it burning until dawn.</p>" for n in range(1, 5))
    document = read(f"<html><body><p>2031 SCC 12</p>{body}</body></html>", "x.html")
    assert (document.key, numbers(document)) == ("2031 SCC 12", [1, 2, 3, 4])


def test_tables_stay_in_the_paragraph_that_they_stand_in() -> None:
    table = "<table><tr><td>1.</td><td>First count</td></tr><tr><td>2.</td><td>Second count</td></tr></table>"
    document = page(f"{anchor(1, 'The counts:')}{table}{anchor(2, 'End.')}")
    assert "1.\tFirst count\n2.\tSecond count" in at(document, "para.1").content
    assert numbers(document) == [1, 2]


def test_every_visible_character_is_stored() -> None:
    data = "<body><p>a<b>b</b>c</p><script>no</script><ul><li>d<li>e</ul>&nbsp;f &amp; g<table><td>h</table></body>"
    (document,) = get("hk-cases").read(data.encode(), "x.html")
    assert sorted("".join(document.text.split())) == sorted("abcdef&gh")
    assert parse(data) is not None
