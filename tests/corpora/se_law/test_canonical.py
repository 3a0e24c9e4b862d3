"""CanonicalDocumentJson: the path table of the chunking strategy, and every shape that real files have."""

import json
from datetime import date
from typing import Any

import pytest

from piperoll.model import DocumentError, Status
from tests.corpora.se_law.documents import at, canonical, paths, read
from tests.corpora.se_law.objects import chapter, provision


def test_chapters_that_lost_their_letters() -> None:
    numbers = ["1", "2", "1", "1", "2", "2", "3"]
    texts = ["Vakt.", "Byte.", "Ljus.", "Lampor enligt 4 a kap.", "Glas.", "Glas.", "Regler i 4 b kap. gäller."]
    sections = [provision(number, text) for number, text in zip(numbers, texts, strict=True)]
    document = canonical(chapters=[chapter("4", *sections, title="Om vakt")])
    assert paths(document) == [
        "kap4.§1", "kap4.§2", "kap4a.§1", "kap4b.§1", "kap4b.§2", "kap4b.§2.v2", "kap4b.§3",
    ]  # fmt: skip
    assert at(document, "kap4b.§1").header == "Fyrlag (SFS 2031:12) > Kap 4 b > 1 §"
    assert at(document, "kap4b.§1").metadata["chapter"] == "4b"


def test_a_chapter_of_which_nothing_tells_the_letter() -> None:
    sections = [provision(number, text) for number, text in (("1", "Vakt."), ("2", "Byte."), ("1", "Ljus."))]
    document = canonical(chapters=[chapter("4", *sections, title="Om vakt")])
    assert paths(document) == ["kap4.§1", "kap4.§2", "kap4_2.§1"]
    assert at(document, "kap4_2.§1").header == "Fyrlag (SFS 2031:12) > 1 §"
    assert "chapter" not in at(document, "kap4_2.§1").metadata


def test_a_chapter_printed_in_two_wordings_is_one() -> None:
    old, new = "/Upphör att gälla U:2032-01-01/\n", "/Träder i kraft I:2032-01-01/\n"
    sections = [provision("1", f"{old}Vakt."), provision("1", f"{new}Vakt och ljus."), provision("2", "Byte.")]
    document = canonical(chapters=[chapter("4", *sections, title="Om vakt")])
    assert paths(document) == ["kap4.§1", "kap4.§1.v2", "kap4.§2"]


def test_a_roman_heading_at_the_end_of_a_chapter_stands_over_the_next() -> None:
    first = provision("1", "I avdelning H finns regler om ljus i 5 kap.")
    first["stycken"].append({"number": None, "text": "II  Gemensamma regler", "role": "HEADING"})
    chapters = [chapter("4", first, title="Innehåll"), chapter("5", provision("1", "Ljus."), title="Ljus")]
    document = canonical(chapters=chapters)
    assert "Gemensamma" not in at(document, "kap4.§1").content
    assert at(document, "kap5.§1").metadata["division"] == "II Gemensamma regler"


VAKT = chapter("2", provision("3", "Vakten varar.", "Den avlöses."), title="Om vakt")


@pytest.mark.parametrize(
    ("fields", "path", "header", "role"),
    [
        pytest.param(
            {"chapters": [VAKT]}, "kap2.§3", "Fyrlag (SFS 2031:12) > Kap 2: Om vakt > 3 §", "STYCKE", id="chapter"
        ),
        pytest.param(
            {"chapters": [chapter(None, provision("5", "A."))]},
            "kap0.§5",
            "Fyrlag (SFS 2031:12) > 5 §",
            "STYCKE",
            id="flat",
        ),
        pytest.param(
            {"chapters": [chapter("2 a", provision("5 b", "A."))]},
            "kap2a.§5b",
            "Fyrlag (SFS 2031:12) > Kap 2 a > 5 b §",
            "STYCKE",
            id="letters",
        ),
        pytest.param(
            {"chapters": [chapter(2, provision(3, "A."), title="B")]},
            "kap2.§3",
            "Fyrlag (SFS 2031:12) > Kap 2: B > 3 §",
            "STYCKE",
            id="integers",
        ),
        pytest.param(
            {"chapters": [chapter("2", provision("2 kap. 6", "A."))]},
            "kap2.§6",
            "Fyrlag (SFS 2031:12) > Kap 2 > 6 §",
            "STYCKE",
            id="ELSÄK-FS 2019:1",
        ),
        pytest.param(
            {"chapters": [chapter("1", provision("1", "A.", role="TABLE"))]},
            "kap1.§1",
            "Fyrlag (SFS 2031:12) > Kap 1 > 1 §",
            "TABLE",
            id="one role",
        ),
        pytest.param(
            {"transitionProvisions": [{"number": None, "text": "Träder i kraft.", "role": "TRANSITION_PROVISION"}]},
            "overgangsbest",
            "Fyrlag (SFS 2031:12) > Övergångsbestämmelser",
            "TRANSITION_PROVISION",
            id="transitions",
        ),
        pytest.param(
            {"preamble": {"text": "Regeringen föreskriver.", "htmlContent": ""}},
            "preamble",
            "Fyrlag (SFS 2031:12) > Inledning",
            "STYCKE",
            id="preamble",
        ),
        pytest.param(
            {"preamble": {"text": "", "htmlContent": "<p>Regeringen föreskriver.</p>"}},
            "preamble",
            "Fyrlag (SFS 2031:12) > Inledning",
            "STYCKE",
            id="preamble in HTML",
        ),
        pytest.param(
            {"appendices": [{"title": "Platser", "text": "Här och där.", "htmlContent": ""}]},
            "bilaga.1",
            "Fyrlag (SFS 2031:12) > Bilaga 1: Platser",
            "STYCKE",
            id="appendix",
        ),
        pytest.param(
            {"appendices": [{"title": "Bilaga 8 a Platser", "text": "Här och där.", "htmlContent": ""}]},
            "bilaga.8a",
            "Fyrlag (SFS 2031:12) > Bilaga 8 a: Platser",
            "STYCKE",
            id="appendix with its number",
        ),
        pytest.param(
            {"markdownContent": "## Om fyrar\n\nFyren ska lysa hela natten."},
            "md.chunk1",
            "Fyrlag (SFS 2031:12)",
            "MARKDOWN_CHUNK",
            id="markdown",
        ),
        pytest.param(
            {"htmlContent": "<p>Fyren ska lysa hela natten.</p>"},
            "md.chunk1",
            "Fyrlag (SFS 2031:12)",
            "MARKDOWN_CHUNK",
            id="HTML",
        ),
        pytest.param(
            {
                "documentType": "AGENCY_REGULATION",
                "title": "Ventilation i fyrar",
                "documentNumber": "FYFS 2031:4",
                "chapters": [chapter("3", provision("15", "A."), title="Luft")],
            },
            "kap3.§15",
            "FYFS 2031:4 Ventilation i fyrar > Kap 3: Luft > 15 §",
            "STYCKE",
            id="agency",
        ),
        pytest.param(
            {"divisions": [{"number": "I", "title": "Allmänt", "chapters": [VAKT]}]},
            "kap2.§3",
            "Fyrlag (SFS 2031:12) > Kap 2: Om vakt > 3 §",
            "STYCKE",
            id="division",
        ),
    ],
)
def test_path_table(fields: dict[str, Any], path: str, header: str, role: str) -> None:
    chunk = canonical(**fields).chunks[0]
    assert (chunk.path, chunk.header, chunk.role) == (path, header, role)


def test_content_is_used_as_it_is_and_the_act_goes_to_the_metadata() -> None:
    document = canonical(
        chapters=[chapter("2", provision("3", "Vakten varar.", "Den avlöses.", amendedBy="SFS 2033:7"))]
    )
    assert document.chunks[0].content == "Vakten varar.\nDen avlöses."
    assert document.chunks[0].metadata["amendedBy"] == "SFS 2033:7"
    assert document.valid_from == date(2031, 7, 1)


@pytest.mark.parametrize("printed", ["2033:7", "Lag (2033:7)", "SFS 2033:7"])
def test_the_amending_act_has_one_spelling(printed: str) -> None:
    document = canonical(chapters=[chapter("1", provision("1", "A.", amendedBy=printed))])
    assert document.chunks[0].metadata["amendedBy"] == "SFS 2033:7"


@pytest.mark.parametrize(
    ("fields", "content"),
    [
        pytest.param({"heading": "Vakt", "content": "A."}, "Vakt\nA.", id="heading first"),
        pytest.param({"heading": "Vakt", "content": "Vakt\nA."}, "Vakt\nA.", id="heading already there"),
        pytest.param({"heading": "Vakt\n längd", "content": "A."}, "Vakt längd\nA.", id="heading on two lines"),
        pytest.param(
            {"content": "A.", "stycken": [{"text": "A.", "role": "STYCKE"}, {"text": "1 2 3", "role": "TABLE"}]},
            "A.\n1 2 3",
            id="a table missing from content",
        ),
        pytest.param(
            {"content": "", "stycken": [{"text": "A.", "role": "STYCKE"}, {"text": "B.", "role": "LIST_ITEM"}]},
            "A.\nB.",
            id="no content",
        ),
        pytest.param({"content": "A.", "stycken": []}, "A.", id="no stycken"),
        pytest.param({"content": "A.", "stycken": None}, "A.", id="null stycken"),
    ],
)
def test_nothing_of_a_section_is_lost(fields: dict[str, Any], content: str) -> None:
    document = canonical(chapters=[chapter("1", {"number": "1", **fields})])
    assert document.chunks[0].content == content


def test_general_advice_is_a_chunk_of_its_own() -> None:
    texts = [("A.", "STYCKE"), ("Allmänna råd", "ALLMANT_RAD"), ("Fyren bör målas.", "ALLMANT_RAD")]
    first = provision("1", *(text for text, _ in texts))
    first["stycken"] = [{"text": text, "role": role} for text, role in texts]
    document = canonical(chapters=[chapter("1", first, provision("2", "B."))])
    assert [(chunk.path, chunk.role, chunk.content) for chunk in document.chunks] == [
        ("kap1.§1", "STYCKE", "A."),
        ("kap1.§1.allmannarad", "ALLMANT_RAD", "Allmänna råd\nFyren bör målas."),
        ("kap1.§2", "STYCKE", "B."),
    ]


@pytest.mark.parametrize(
    ("roles", "dominant"),
    [
        (["STYCKE", "LIST_ITEM", "LIST_ITEM"], "LIST_ITEM"),
        (["STYCKE", "LIST_ITEM"], "STYCKE"),
        (["ALLMANT_RAD", "ALLMANT_RAD"], "ALLMANT_RAD"),
        ([], "STYCKE"),
    ],
)
def test_dominant_role(roles: list[str], dominant: str) -> None:
    stycken = [{"text": f"text {i}", "role": role} for i, role in enumerate(roles)]
    document = canonical(chapters=[chapter("1", {"number": "1", "content": "A.", "stycken": stycken})])
    assert document.chunks[0].role == dominant


def test_repeated_numbers_get_versions() -> None:
    document = canonical(chapters=[chapter("1", provision("1", "A."), provision("1", "B."), provision("1", "C."))])
    assert paths(document) == ["kap1.§1", "kap1.§1.v2", "kap1.§1.v3"]


def test_sections_shape() -> None:
    section = {
        "number": "1",
        "heading": None,
        "lastAmendment": "2033:7",
        "status": "repealed",
        "paragraphs": [{"number": None, "text": "A.", "role": "BODY"}],
    }
    document = canonical(chapters=[{"number": "1", "title": "B", "sections": [section]}])
    assert document.chunks[0].content == "A."
    assert document.chunks[0].metadata["amendedBy"] == "SFS 2033:7"
    assert document.chunks[0].metadata["status"] == "repealed"


def test_markdown_is_not_read_where_there_is_structure() -> None:
    document = canonical(
        transitionProvisions=[{"text": "Träder i kraft."}], markdownContent="## Helt annan text om fyrar"
    )
    assert paths(document) == ["overgangsbest"]


def test_an_amendment_is_stored_and_not_chunked() -> None:
    document = canonical(
        documentType="SFS_AMENDMENT", documentNumber="2033:7", chapters=[VAKT], metadata={"baseLawSfs": "2031:12"}
    )
    assert (document.status, document.key, document.chunks) == (Status.NOT_CHUNKED, "SFS 2033:7", ())
    assert document.metadata["baseLawSfs"] == "SFS 2031:12"


def test_nothing_at_all_has_no_body() -> None:
    assert canonical().status is Status.NO_BODY


def test_transitions_keep_every_text_and_break_at_acts() -> None:
    texts = ["2031:12", "1. Träder i kraft.", "2. Äldre regler gäller.", "2033:7", "Träder i kraft 2033."]
    document = canonical(transitionProvisions=[{"text": text} for text in texts])
    assert (
        at(document, "overgangsbest").content
        == "2031:12\n1. Träder i kraft.\n2. Äldre regler gäller.\n\n2033:7\nTräder i kraft 2033."
    )


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        pytest.param({"chapters": "x"}, "chapters is str", id="chapters"),
        pytest.param({"chapters": [3]}, "chapters[0] is int", id="chapter"),
        pytest.param(
            {"chapters": [{"number": [], "paragrafer": []}]}, "chapters[0].number is list", id="chapter number"
        ),
        pytest.param({"chapters": [{"paragrafer": {}}]}, "chapters[0].paragrafer is dict", id="paragrafer"),
        pytest.param({"chapters": [{"paragrafer": [None, 7]}]}, "chapters[0].paragrafer[1] is int", id="paragraf"),
        pytest.param(
            {"chapters": [{"paragrafer": [{"content": 1.5}]}]},
            "chapters[0].paragrafer[0].content is float",
            id="content",
        ),
        pytest.param(
            {"chapters": [{"paragrafer": [{"stycken": ["x"]}]}]},
            "chapters[0].paragrafer[0].stycken[0] is str",
            id="stycke",
        ),
        pytest.param({"appendices": [{"title": True}]}, "appendices[0].title is bool", id="title"),
        pytest.param({"documentType": "RECIPE"}, "documentType 'RECIPE'", id="type"),
        pytest.param({"metadata": []}, "metadata is list", id="metadata"),
    ],
)
def test_a_wrong_shape_names_the_place(fields: dict[str, Any], place: str) -> None:
    with pytest.raises(DocumentError) as caught:
        canonical(**fields)
    assert caught.value.code == "wrong_shape"
    assert place in caught.value.message


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("{", "broken_json"),
        ("[" * 100_000, "broken_json"),
        ("[1, 2]", "unknown_json"),
        ('{"a": 1}', "unknown_json"),
    ],
)
def test_other_json(data: str, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(data, "x.json")
    assert caught.value.code == code


def test_deeply_nested_values_are_refused() -> None:
    nested: Any = "x"
    for _ in range(500):
        nested = [nested]
    with pytest.raises(DocumentError):
        read(json.dumps({"documentType": "SFS_LAW", "chapters": nested}), "x.json")
