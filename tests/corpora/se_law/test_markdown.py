"""Markdown with front matter: the converter's headings, its damage, and the YAML."""

from datetime import date

import pytest

from piperoll.model import DocumentError, Status
from tests.corpora.se_law.documents import at, markdown, paths, read


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("## 1 §\n\nA gäller.\n\n## 2 §\n\nB gäller.", ["kap0.§1", "kap0.§2"], id="level 2"),
        pytest.param("## 1 kap. A\n\n### B\n\n#### 5 a §\n\nC gäller.", ["kap1.§5a"], id="level 4"),
        pytest.param("## 2 a kap. A\n\n### 1 §\n\nB gäller.", ["kap2a.§1"], id="letter chapter"),
        pytest.param(
            "## 2 §\n\nA.\n\n#### /2006 av den 18 december 2006\n2000/ 2 b §\n\nB.",
            ["kap0.§2", "kap0.§2b"],
            id="swallowed",
        ),
        pytest.param("### /k/ 7 §\n\nA gäller.", ["kap0.§7"], id="type-setting mark"),
        pytest.param(
            "### Undantag från 3 §\n\n### 4 §\n\nA gäller.", ["kap0.§4"], id="heading that ends in a reference"
        ),
        pytest.param(
            "## 5 §\n\nA:\n\n## 13 kap. 2 och 3 §§,\n\n## 6 §\n\nB.",
            ["kap0.§5", "kap0.§6"],
            id="list line as a heading",
        ),
        pytest.param(
            "## 16 kap. A\n\n### 1 §\n\nB:\n\n### 7 kap. 1 a §\n\n### 2 §\n\nC.",
            ["kap16.§1", "kap16.§2"],
            id="1980:100",
        ),
        pytest.param(
            "## 1 §\n\nA.\n\n### 16 §\n\nförsta och andra styckena,\n\n### 2 §\n\nB.",
            ["kap0.§1", "kap0.§2"],
            id="1982:713",
        ),
        pytest.param(
            "## 4 §\n\nA:\n\n### 5 §\n\nom delegering,", ["kap0.§4"], id="om, even with the next number, 1980:1030"
        ),
        pytest.param("### 3 §\n\n1 mom. A.\n\n### 3 §\n\n2 mom. B.", ["kap0.§3"], id="moments are one §, 1947:576"),
        pytest.param(
            "## 32 §\n\nA. Förordning (1987:109). 33 § Om lån ges gäller B.\n\n## 34 §\n\nC.",
            ["kap0.§32", "kap0.§33", "kap0.§34"],
            id="joined, 1968:654",
        ),
        pytest.param(
            "1 KAP. A\n\n## 1 §\n\nB.\n\n2 KAP. C\n\n## 1 §\n\nD.",
            ["kap1.§1", "kap2.§1"],
            id="unmarked chapter, 1977:179",
        ),
        pytest.param("§ 1 A gäller.\n\n§ 2 B gäller.", ["kap0.§1", "kap0.§2"], id="old form, 1910:103"),
        pytest.param(
            "## 1 §\n\nA.\n\n## Bilaga 1\n\nB.\n\n## Övergångsbestämmelser\n\n2031:12\n\nC.",
            ["kap0.§1", "bilaga.1", "overgangsbest"],
            id="appendix first",
        ),
        pytest.param(
            "## 1 §\n\nA.\n\n## Övergångsbestämmelser\n\nB.\n\n## Bilaga\n\nC.",
            ["kap0.§1", "overgangsbest", "bilaga.1"],
            id="appendix last",
        ),
        pytest.param("Inledning står först.\n\n## 1 §\n\nA.", ["preamble", "kap0.§1"], id="text before the first §"),
        pytest.param(
            "## 1 kap. A\n\nText utan paragraf.\n\n## 2 kap. B\n\n### 1 §\n\nC.",
            ["kap1", "kap2.§1"],
            id="chapter without §§",
        ),
        pytest.param("### Artikel 1\n\nA gäller.\n\n### Artikel 2\n\nB gäller.", ["art1", "art2"], id="articles"),
        pytest.param("Bara text om fyrar som lyser.", ["md.chunk1"], id="no §"),
    ],
)
def test_paths(body: str, expected: list[str]) -> None:
    assert paths(markdown(body)) == expected


def test_links_lose_their_targets() -> None:
    document = markdown(
        "## 1 §\n\nSe [3 §](#kap1.3)§ och [1994:579](https://example.org/x(y)). Lag ([2031:13](https://a.b))."
    )
    assert document.chunks[0].content == "1 §\n\nSe 3 §§ och 1994:579. Lag (2031:13)."
    assert document.chunks[0].metadata["amendedBy"] == "SFS 2031:13"


def test_a_heading_that_the_converter_left_as_text_heads_the_next_section() -> None:
    document = markdown("## 1 §\n\nA gäller.\n\nAvgifter m.m.\n\n## 2 §\n\nB gäller.")
    assert at(document, "kap0.§2").content.startswith("Avgifter m.m.")
    assert at(document, "kap0.§2").metadata["heading"] == "Avgifter m.m."


def test_the_first_paragraph_of_a_section_is_no_heading() -> None:
    document = markdown("## 8 §\n\nAvgiften lämnas för indrivning av fordringar m.m.\n\n## 9 §\n\nB gäller.")  # 2025:95
    assert "heading" not in at(document, "kap0.§9").metadata


def test_front_matter_only_has_no_body() -> None:
    document = read("---\nbeteckning: 2031:14\nrubrik: Lotslag\n---\n\n# Lotslag (2031:14)\n", "sfs-2031-14.md")
    assert (document.status, document.key, document.chunks) == (Status.NO_BODY, "SFS 2031:14", [])


def test_a_notice_instead_of_the_text_has_no_body() -> None:
    document = markdown("**Automatisk konvertering inte tillgänglig**\n\nDokumentet innehåller AVDELNING-struktur.")
    assert document.status is Status.NO_BODY


@pytest.mark.parametrize(
    ("front", "key", "title"),
    [
        pytest.param("beteckning: 1978:21\nrubrik: Lag", "SFS 1978:21", "Lag", id="a number in base 60"),
        pytest.param('beteckning: "1848:61 s.2"\nrubrik: Lag', "SFS 1848:61 s.2", "Lag", id="page number"),
        pytest.param(
            "beteckning: 2031:1\nrubrik: Lag om fyrar\noch lotsar",
            "SFS 2031:1",
            "Lag om fyrar och lotsar",
            id="wrapped title",
        ),
        pytest.param(
            "beteckning: 2031:1\nrubrik: Lag: om\n  fyrar", "SFS 2031:1", "Lag: om fyrar", id="colon in the title"
        ),
    ],
)
def test_front_matter(front: str, key: str, title: str) -> None:
    document = read(f"---\n{front}\n---\n\n## 1 §\n\nA.", "x.md")
    assert (document.key, document.title) == (key, title)


def test_dates_and_versions() -> None:
    dates = "ikraft_datum: 2031-07-01\nutgar_datum: 2040-01-01"
    text = f"---\nbeteckning: 2031:12\nrubrik: Fyrlag\n{dates}\n---\n\n## 1 §\n\nA."
    document = read(text, "sfs-2031-12.md")
    assert (document.valid_from, document.valid_to) == (date(2031, 7, 1), date(2040, 1, 1))
    version = read(text, "versions/sfs-2031-12@2035-02-01-2.md")
    assert (version.key, version.valid_from) == (document.key, date(2035, 2, 1))


BOMB = "---\na: &a [x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n---\n\nText."


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b" \n", "empty", id="blank"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00", "binary", id="a picture"),
        pytest.param("## 1 §\n\nFyrvård".encode()[:-1] + b"\xc3", "broken_encoding", id="truncated UTF-8"),
        pytest.param(BOMB.encode(), "front_matter", id="YAML anchors"),
        pytest.param(b"---\nrubrik: x\n", "front_matter", id="no closing line"),
        pytest.param(b"---\n- a\n- b\n---\nText.", "front_matter", id="a list"),
        pytest.param(b"---\na: {b: {c: {d: e}}}\n---\nText.", "front_matter", id="nested"),
        pytest.param(b"---\n" + b"a: b\n" * 300_000 + b"---\n", "front_matter_too_long", id="too long"),
    ],
)
def test_bad_input_names_its_reason(data: bytes, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read(data, "x.md")
    assert caught.value.code == code


def test_latin_1_is_read() -> None:
    assert read("## 1 §\n\nFyrväktaren får åka båt.".encode("latin-1"), "x.md").chunks[0].content.endswith("åka båt.")


@pytest.mark.parametrize(
    ("name", "valid_from", "version"),
    [
        ("sfs-2031-12@2032-08-01.md", date(2032, 8, 1), "2032-08-01"),
        ("versions/sfs-2031-12/sfs-2031-12@2032-08-01-2.md", date(2032, 8, 1), "2032-08-01-2"),
        ("sfs-2031-12@2032-13-40.md", date(2031, 7, 1), "2032-13-40"),  # no day
        ("sfs-2031-12-2032-08-01.md", date(2031, 7, 1), None),
        ("2032-08-01/sfs-2031-12.md", date(2031, 7, 1), None),
    ],
)
def test_only_the_file_name_dates_a_version(name: str, valid_from: date, version: str | None) -> None:
    text = "---\nbeteckning: 2031:12\nikraft_datum: 2031-07-01\n---\n\n## 1 §\n\nFyren ska lysa.\n"
    document = read(text.encode(), name)
    assert (document.valid_from, document.metadata.get("version")) == (valid_from, version)
    assert [chunk.valid_from for chunk in document.chunks] == [valid_from]
