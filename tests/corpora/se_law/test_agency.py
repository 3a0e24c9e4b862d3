"""Agency regulations, amending acts and portals' pages in HTML; plain text."""

from datetime import date

import pytest

from piperoll.model import Status
from tests.corpora.se_law.documents import at, paths, read
from tests.corpora.se_law.pages import ADVICE, chapter, regulation, section


@pytest.mark.parametrize(
    ("body", "after", "expected"),
    [
        pytest.param(f"{section('1')}<p>A.</p>{section('2 a')}<p>B.</p>", "", ["kap0.§1", "kap0.§2a"], id="flat"),
        pytest.param(f"{chapter('3 kap. Luft')}{section('15')}<p>A.</p>", "", ["kap3.§15"], id="chapter"),
        pytest.param(f"{chapter('Kap. 5 Dispens')}{section('1')}<p>A.</p>", "", ["kap5.§1"], id="SSMFS 2018:6"),
        pytest.param(f"<p>Med stöd av lag.</p>{section('1')}<p>A.</p>", "", ["preamble", "kap0.§1"], id="preamble"),
        pytest.param(
            f"{section('1')}<p>A.</p>",
            f'<div class="appendices"><h2>Bilaga 1</h2>{section("1")}<p>B.</p></div>'
            '<footer class="back"><h2>Ikraftträdande</h2>'
            "<p>Träder i kraft.</p></footer>",
            ["kap0.§1", "bilaga.1", "overgangsbest"],
            id="appendix and transitions, MSBFS 2018:3",
        ),
        pytest.param("<p>Fyren ska lysa hela natten.</p>", "", ["md.chunk1"], id="no §"),
        pytest.param(
            f"{section('1')}<p>A.</p>",
            '</article><article class="sfs"><h1>Allmänna råd om fyrar</h1><p>Till 1 §</p>',
            ["kap0.§1", "bilaga.1"],
            id="a second article, SSMFS 2008:13",
        ),
    ],
)
def test_paths(body: str, after: str, expected: list[str]) -> None:
    document = read(regulation(body, after), "fyfs.html")
    assert paths(document) == expected
    assert (document.key, document.kind) == ("FYFS 2031:4", "AGENCY_REGULATION")
    assert document.chunks[0].header.startswith("FYFS 2031:4 Föreskrifter om fyrar")


def test_header_and_heading() -> None:
    document = read(regulation(f"{chapter('3 kap. Luft')}<h3>Mätning</h3>{section('15')}<p>A.</p>"), "x.html")
    chunk = at(document, "kap3.§15")
    assert chunk.header == "FYFS 2031:4 Föreskrifter om fyrar > Kap 3: Luft > 15 §: Mätning"
    assert chunk.content == "Mätning\n\n15 §\n\nA."


def test_general_advice_and_binding_text_are_chunks_of_their_own() -> None:
    heading = "<h3>Färg</h3>"
    document = read(
        regulation(f"{heading}{section('1')}<p>A.</p>{ADVICE}{section('2')}<p>B.</p>{ADVICE}<p>C.</p>"), "x.html"
    )
    assert [(chunk.path, chunk.role, chunk.parent) for chunk in document.chunks] == [
        ("kap0.§1", "STYCKE", None),
        ("kap0.§1.allmannarad", "ALLMANT_RAD", "kap0.§1"),
        ("kap0.§2", "STYCKE", None),
        ("kap0.§2.allmannarad", "ALLMANT_RAD", "kap0.§2"),
        ("kap0.§2.2", "STYCKE", None),
    ]
    assert [chunk.content for chunk in document.chunks[1:3]] == ["Allmänna råd\n\nFyren bör målas.", "2 §\n\nB."]
    assert document.chunks[1].header == "FYFS 2031:4 Föreskrifter om fyrar > 1 §: Färg > Allmänna råd"


def test_advice_alone_stays_with_the_number_of_its_section() -> None:
    document = read(regulation(f"{section('1')}{ADVICE}{section('2')}<p>B.</p>"), "x.html")
    assert [(chunk.path, chunk.role) for chunk in document.chunks] == [
        ("kap0.§1", "ALLMANT_RAD"),
        ("kap0.§2", "STYCKE"),
    ]


def test_advice_and_binding_text_are_apart_in_an_appendix_and_without_any_section() -> None:
    after = f'<div class="appendices"><h2>Bilaga 1 Färger</h2><p>Rött gäller.</p>{ADVICE}</div>'
    document = read(regulation(f"{section('1')}<p>A.</p>", after), "x.html")
    assert [(chunk.path, chunk.role) for chunk in document.chunks[1:]] == [
        ("bilaga.1.1", "STYCKE"),
        ("bilaga.1.2", "ALLMANT_RAD"),
    ]
    document = read(regulation(f"<p>Varje fyr ska vara röd.</p>{ADVICE}"), "x.html")
    assert [chunk.role for chunk in document.chunks] == ["MARKDOWN_CHUNK", "ALLMANT_RAD"]


def test_advice_below_a_heading_that_names_another_section_is_not_below_the_last_one() -> None:
    advice = "".join(f"<h3>Till {number} § Ljus</h3>{ADVICE}" for number in (1, 2))
    document = read(
        regulation(f"{section('1')}<p>A.</p>{section('2')}<p>B.</p>{section('3')}<p>C.</p>{advice}"), "x.html"
    )
    first, second = (chunk for chunk in document.chunks if chunk.role == "ALLMANT_RAD")
    assert [first.path, second.path] == ["kap0.allmannarad.1", "kap0.allmannarad.2"]
    assert [first.parent, second.parent] == ["kap0.§1", "kap0.§2"]
    assert first.header.endswith("> Allmänna råd > Till 1 § Ljus")


def test_text_below_the_advice_on_a_section_has_its_own_heading() -> None:
    body = f"{section('1')}<p>A.</p>{ADVICE}<h3>Föreståndare</h3><p>B.</p>{ADVICE}"
    document = read(regulation(body), "x.html")
    assert at(document, "kap0.§1.2").header.endswith("> 1 § > Föreståndare")
    assert at(document, "kap0.§1.allmannarad.2").header.endswith("> 1 § > Allmänna råd > Föreståndare")


@pytest.mark.parametrize("says", ["Bilaga 1 är allmänna råd till 1 §", "Råd om målning", "Allmänna råd till 1 §"])
def test_an_appendix_that_says_that_it_is_advice_is(says: str) -> None:
    for begin in (f"<h2>Bilaga 1</h2><p>{says}</p>", f"<h2>Bilaga 1. {says.removeprefix('Bilaga 1 är ')}</h2>"):
        after = f'<div class="appendices">{begin}<p>Fyren bör målas.</p></div>'
        body = regulation(f"{section('1')}<p>A.</p>", after).replace("1. allmänna", "1. Allmänna")
        assert at(read(body, "x.html"), "bilaga.1").role == "ALLMANT_RAD"


@pytest.mark.parametrize(
    ("items", "shown"),
    [
        pytest.param("<ol><li>ljus</li><li>lur</li></ol>", "1. ljus\n2. lur", id="numbers"),
        pytest.param('<ol type="a"><li>ljus</li><li>lur</li></ol>', "a. ljus\nb. lur", id="letters"),
        pytest.param('<ol start="8"><li>ljus</li><li value="12">lur</li></ol>', "8. ljus\n12. lur", id="start, value"),
        pytest.param('<ol reversed=""><li>ljus</li><li>lur</li></ol>', "2. ljus\n1. lur", id="backwards"),
        pytest.param('<ol class="liststyle-lower-roman"><li>a</li><li>b</li></ol>', "i. a\nii. b", id="roman"),
        pytest.param('<ol type="a" start="27"><li>ljus</li></ol>', "aa. ljus", id="behind z"),
        pytest.param('<ol start="x"><li>ljus</li></ol>', "1. ljus", id="no number"),
        pytest.param("<ol><li>1. ljus</li><li>2. lur</li></ol>", "1. ljus\n2. lur", id="numbers in the text"),
        pytest.param("<ol><li><p>ljus</p></li><li></li><li>lur</li></ol>", "1. ljus\n\n3. lur", id="paragraphs"),
        pytest.param(
            '<ol><li>ljus<ol type="a"><li>vitt</li></ol></li><li>lur</li></ol>',
            "1. ljus\n\na. vitt\n\n2. lur",
            id="a list in a list",
        ),
        pytest.param("<ul><li>ljus</li></ul>", "ljus", id="no numbers"),
        pytest.param("<ol><li>ljus\x0boch lur</li></ol>", "1. ljus och lur", id="a control character"),
    ],
)
def test_numbers_of_lists_are_in_the_text(items: str, shown: str) -> None:
    document = read(regulation(f"{section('1')}{items}"), "x.html")
    assert document.chunks[0].content == f"1 §\n\n{shown}"


@pytest.mark.parametrize(
    "below",
    [
        "Med stöd av 15 § fyrförordningen (2030:1) föreskriver Fyrverket följande.",
        "beslutade den 5 maj 2031.",
        "Fyrverket föreskriver1 följande med stöd av 3 § fyrförordningen (2030:1).",
        "Konsoliderad med ändringsföreskrifter FYFS 2032:9",
    ],
)
def test_a_title_ends_before_what_decided_it(below: str) -> None:
    page = regulation(f"{section('1')}<p>A.</p>").replace("om fyrar</p>", f"om fyrar</p><p>{below}</p>")
    document = read(page, "x.html")
    assert document.title == "Föreskrifter om fyrar"
    assert at(document, "preamble").content == below


def test_publisher_and_day_of_printing_are_set_aside() -> None:
    head = "<p>Utgivare: Ada Fyr</p><p>Utkom från trycket den 6 maj 2031</p><p>beslutade den 5 maj 2031.</p>"
    body = f"{section('1')}<p>A.</p>"
    for page in (regulation(head + body), regulation(body).replace("om fyrar</p></h1>", f"om fyrar</p></h1>{head}")):
        document = read(page, "x.html")
        assert at(document, "preamble").content == "beslutade den 5 maj 2031."


LONG = "<p>Fyrens ljus ska synas på tolv sjömils avstånd i klart väder.</p>" * 35  # 534 tokens


def test_a_point_may_be_a_number_alone_and_the_items_of_its_list_are_none() -> None:
    items = "".join(f"<p>{number}. Lampa {number} ska lysa.</p>" for number in range(1, 6))
    body = (
        f"<h2>Bilaga 3 Ljus</h2><h3>2. Krav</h3><h4>2.1</h4>{LONG}<h4>2.2</h4><p>Fyren ska ha:</p>{items}{LONG}"
        f"<h4>2.3</h4>{LONG}"
    )
    document = read(regulation(f"{section('1')}<p>A.</p>", f'<div class="appendices">{body}</div>'), "x.html")
    points = [path.partition(".del")[0] for path in paths(document)[1:]]
    assert list(dict.fromkeys(points)) == ["bilaga.3.p2.1", "bilaga.3.p2.2", "bilaga.3.p2.3"]


def test_points_of_an_appendix_are_in_path_and_header() -> None:
    body = (
        f"<h2>Bilaga\xa01 Ljus</h2><h3>A.\xa0Lampor</h3><h4>1. Styrka</h4>{LONG}<h4>2. Färg</h4>{LONG}"
        f"<h2>Bilaga\xa02 Ljud</h2><h3>1 Lur</h3><p>1.1 Luren ska vara hel.</p>{LONG}"
        f"<h4>1.2 Skötsel</h4>{LONG}"
        "<p>1.2.1 Luren ska putsas.</p><p>2. Klockan ska ringa.</p>"
    )
    document = read(regulation(f"{section('1')}<p>A.</p>", f'<div class="appendices">{body}</div>'), "x.html")
    shown = {chunk.path: chunk.header.partition(" > ")[2] for chunk in document.chunks[1:]}
    assert {path: header for path, header in shown.items() if ".del" not in path} == {
        "bilaga.1.pa.1": "Bilaga 1: Ljus > A. Lampor › 1. Styrka",
        "bilaga.1.pa.2": "Bilaga 1: Ljus > A. Lampor › 2. Färg",
        "bilaga.2.p1.1": "Bilaga 2: Ljud > 1 Lur › 1.1 Luren ska vara hel.",
        "bilaga.2.p1.2": "Bilaga 2: Ljud > 1 Lur › 1.2 Skötsel",
    }
    assert shown["bilaga.1.pa.1.del2"] == shown["bilaga.1.pa.1"]
    assert document.chunks[-1].clauses == ("bilaga.2.p1.2.1", "bilaga.2.p2")


def test_a_heading_that_names_an_appendix_is_in_the_header_once() -> None:
    body = f"<h2>Bilaga 1</h2><h3>Ljus</h3><h4>Styrka</h4>{LONG}<h4>Färg</h4>{LONG}"
    document = read(regulation(f"{section('1')}<p>A.</p>", f'<div class="appendices">{body}</div>'), "x.html")
    headers = {chunk.header.partition(" > ")[2] for chunk in document.chunks[1:]}
    assert headers == {"Bilaga 1: Ljus > Styrka", "Bilaga 1: Ljus > Färg"}  # MSBFS 2015:4


def test_an_appendix_does_not_swallow_the_next_one() -> None:
    body = "<h2>Bilaga\xa01 Ljus</h2><p>Vitt.</p><h2>Bilaga\xa02 Ljud</h2><p>Lur.</p>"
    document = read(regulation(f"{section('1')}<p>A.</p>", f'<div class="appendices">{body}</div>'), "x.html")
    assert paths(document) == ["kap0.§1", "bilaga.1", "bilaga.2"]  # AFS 2023:10


def test_a_part_of_a_table_has_the_header_row() -> None:
    rows = "".join(f"<tr><td>Fyr {i}</td><td>{i} meter över havets yta i klart väder</td></tr>" for i in range(200))
    table = f"<table><caption>Tabell 1</caption><tr><th>Fyr</th><th>Höjd</th></tr>{rows}</table>"
    after = f'<div class="appendices"><h2>Bilaga 1 Höjder</h2>{table}</div>'
    first, *others = read(regulation(f"{section('1')}<p>A.</p>", after), "x.html").chunks[1:]
    assert first.header.endswith(" > Bilaga 1: Höjder")
    assert others
    assert {chunk.header.rpartition(" > ")[2] for chunk in others} == {"Fyr | Höjd"}


def test_tables_keep_every_cell() -> None:
    rows = "<tr><th>Fyr</th><th>Höjd</th></tr><tr><td rowspan=2>Utgrund</td><td>31 m</td></tr><tr><td>32 m</td></tr>"
    document = read(regulation(f"{section('1')}<table>{rows}</table>"), "x.html")
    assert document.chunks[0].content == "1 §\n\nFyr\tHöjd\nUtgrund\t31 m\n32 m"
    assert document.chunks[0].role == "TABLE"


def test_a_signature_is_no_provision() -> None:
    document = read(regulation(f"{section('1')}<p>A.</p>", '<footer class="back"><p>FYRVERKET</p></footer>'), "x.html")
    assert paths(document) == ["kap0.§1"]  # SSMFS 2012:2
    assert document.set_aside[-1].reason == "signature"


def test_an_amending_act_is_stored_whole() -> None:
    head = "<p>SFS 2033:7</p><p>Lag om ändring i fyrlagen (2031:12)</p><p>Utfärdad den 6 november 2033</p>"
    document = read(
        f"<article class='sfs'><div class='lovhead'><h1>{head}</h1></div>{section('5')}<p>A.</p></article>", "x.html"
    )
    assert (document.status, document.key, document.kind) == (Status.NOT_CHUNKED, "SFS 2033:7", "SFS_AMENDMENT")
    assert (document.title, document.metadata) == ("Lag om ändring i fyrlagen (2031:12)", {"baseLawSfs": "SFS 2031:12"})


def test_a_statute_in_html_is_a_statute() -> None:
    document = read(f"<article class='sfs'><h1>Fyrlag (2031:12)</h1>{section('1')}<p>A.</p></article>", "x.html")
    assert (document.key, document.kind) == ("SFS 2031:12", "SFS_LAW")
    assert document.chunks[0].header == "Fyrlag (SFS 2031:12) > 1 §"


def test_a_portals_page_with_contents_list() -> None:
    document = read(
        "<h2>Fyrlag (2031:12)</h2><b>SFS nr</b>: 2031:12<hr><div class='sfstoc'><ul><li>1 kap. Vakt</li></ul></div>"
        "<div><h3>1 kap. Vakt</h3><a class='paragraf'><b>1 §</b></a> &nbsp;A gäller.<p></p>B gäller.</div>",
        "x.html",
    )
    assert paths(document) == ["kap1.§1"]
    assert document.chunks[0].header == "Fyrlag (SFS 2031:12) > Kap 1: Vakt > 1 §"
    assert [one.reason for one in document.set_aside] == [
        "title",
        "register data",
        "table of contents",
        "chapter heading",
    ]


def test_an_unknown_page_is_read_like_any_text() -> None:
    document = read("<html><title>Fyrar</title><body><p>1 § A gäller.</p><p>2 § B gäller.</p></body></html>", "x.html")
    assert paths(document) == ["kap0.§1", "kap0.§2"]


def test_a_list_of_hits_holds_no_document() -> None:
    document = read("<body><p>4610 träffar</p><div class='search-page'>31-60</div></body>", "x.html")
    assert document.status is Status.NO_BODY


@pytest.mark.parametrize(
    ("text", "name", "key", "kind", "title"),
    [
        pytest.param("1 § A gäller.", "x.txt", "x.txt", "SFS_LAW", "x", id="bare"),
        pytest.param(
            "Svensk författningssamling Lag om ändring i fyrlagen (2031:12) Utfärdad den 1 juni 2033 A.",
            "sfs-2033-7.txt",
            "SFS 2033:7",
            "SFS_AMENDMENT",
            "Lag om ändring i fyrlagen (2031:12)",
            id="amending act",
        ),
        pytest.param(
            "Fyrverkets författningssamling\n\nFYFS 2031:4\nFöreskrifter\nom fyrar och lotsar;\n\n1 § A gäller.",
            "fyfs-2031-4.txt",
            "FYFS 2031:4",
            "AGENCY_REGULATION",
            "Föreskrifter om fyrar och lotsar",
            id="regulation",
        ),
    ],
)
def test_plain_text(text: str, name: str, key: str, kind: str, title: str) -> None:
    document = read(text, name)
    assert (document.key, document.kind, document.title) == (key, kind, title)


@pytest.mark.parametrize(
    ("head", "key", "title"),
    [
        (
            "Föreskrifter\nom ändring i Fyrverkets föreskrifter (FYFS 2030:1)\nom fyrar;\n\nFYFS\n2031:4\n",
            "FYFS 2031:4",
            "Föreskrifter om ändring i Fyrverkets föreskrifter (FYFS 2030:1) om fyrar",
        ),
        (
            "Fyrverkets allmänna råd\nom lampor på fyrar;\n\nAFS 2031:4\n",
            "AFS 2031:4",
            "Fyrverkets allmänna råd om lampor på fyrar",
        ),
    ],
)
def test_a_printed_regulation_has_its_own_number_not_that_of_the_one_it_amends(head: str, key: str, title: str) -> None:
    document = read(f"Fyrverkets författningssamling\n\n{head}\n1 § Fyren ska lysa.", "fyfs-2031-4.txt")
    assert (document.key, document.title, document.kind) == (key, title, "AGENCY_REGULATION")


def test_the_masthead_of_a_printed_regulation_is_set_aside() -> None:
    masthead = "Fyrverkets författningssamling\nUtgivare: Ada Fyr, Fyrverket\nISSN 1102-7460\n"
    text = (
        f"{masthead}\nFyrverkets föreskrifter om fyrar;\n\nFYFS 2031:4\n\nbeslutade den 5 maj 2031.\n\n"
        "1 § Fyren ska lysa.\n\n"
        "Ikraftträdande och övergångsbestämmelser\nÄldre fyrar får lysa kvar.\n"
    )
    document = read(text, "fyfs-2031-4.txt")
    assert [one.reason for one in document.set_aside if one.start == 0] == ["masthead"]
    assert paths(document) == ["preamble", "kap0.§1", "overgangsbest"]
    assert at(document, "kap0.§1").content == "1 § Fyren ska lysa."
    assert (document.valid_from, document.valid_from_estimated) == (date(2031, 5, 5), True)


def test_a_row_of_a_table_is_a_line_also_where_cells_hold_paragraphs() -> None:
    rows = "".join(
        f"<tr><td><p>{name}</p></td><td><p>{height}</p><p>möh</p></td></tr>"
        for name, height in (("Höjd", "m"), ("Utö", "36"))
    )
    document = read(regulation(f"{section('1')}<p>A.</p><table>{rows}</table>"), "x.html")
    assert document.chunks[0].content.endswith("Höjd\tm\nmöh\nUtö\t36\nmöh")


def test_what_stands_below_the_rule_of_a_printed_regulation_is_no_part_of_its_last_section() -> None:
    text = "FYFS 2031:4\n1 § Fyren ska lysa.\n\n[...]\n_______\n1. Dessa föreskrifter träder i kraft den 1 maj 2031."
    document = read(text, "fyfs-2031-4.txt")
    assert paths(document)[-2:] == ["kap0.§1", "overgangsbest"]
    assert document.chunks[-1].role == "TRANSITION_PROVISION"
    assert at(document, "kap0.§1").content.endswith("[...]")
    assert document.valid_from == date(2031, 5, 1)


def test_a_provision_of_another_act_is_the_heading_of_the_advice_on_it() -> None:  # BFS 2012:7
    law = '<h2>Till fyrförordningen</h2><h3><a class="paragraf">5 kap. 2 § 1</a></h3>'
    second = '<h3><a class="paragraf">5 kap 6 §</a></h3>'
    document = read(regulation(f"{law}{ADVICE}{second}{ADVICE}"), "x.html")
    assert {chunk.role for chunk in document.chunks if "Till" in chunk.header} == {"ALLMANT_RAD"}
    assert document.chunks[-1].header.endswith(" > Till fyrförordningen › 5 kap 6 §")
    assert not any("§" in chunk.path for chunk in document.chunks)


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Fyrverkets allmänna råd om oljor för lanternor", "ALLMANT_RAD"),
        ("Fyrverkets föreskrifter och allmänna råd om oljor för lanternor", "MARKDOWN_CHUNK"),
    ],
)
def test_a_document_that_is_advice_by_its_title_is_advice(title: str, role: str) -> None:
    text = (
        f"{title};\nFYFS 2031:15\nbeslutade den 2 april 2031.\n\nOljan bör vara ren och silas genom ett finmaskigt nät."
    )
    assert {chunk.role for chunk in read(text, "fyfs-2031-15.txt").chunks} == {role}


def test_the_words_of_a_point_are_in_the_header_of_a_chunk_of_that_point_only() -> None:
    body = (
        f"<h2>Bilaga\xa02 Ljud</h2><h3>1 Lur</h3><p>1.1 Luren ska vara hel.</p><p>1.2 Den ska ljuda.</p>{LONG}"
        f"<p>1.3 Klang<br/>Klangen ska höras.</p>{LONG}<p>1.3.1 Den ska vara låg.</p>"
    )
    document = read(regulation(f"{section('1')}<p>A.</p>", f'<div class="appendices">{body}</div>'), "x.html")
    assert at(document, "bilaga.2.p1.1").header.partition(" > ")[2] == "Bilaga 2: Ljud > 1 Lur"
    assert at(document, "bilaga.2.p1.3").header.partition(" > ")[2] == "Bilaga 2: Ljud > 1 Lur › 1.3 Klang"


def test_a_line_over_numbered_points_opens_a_chunk_and_a_point_stays_whole() -> None:
    says = f"<p>{'Lampan ska lysa hela natten. ' * 30}</p>"
    points = [f"<p>1.5.{n} {'Luren ska vara hel. ' * 10}</p>{says}" for n in range(1, 6)]
    body = f"<p>1.4 Ljus</p><p>1.4.1 {'Fyren ska vara vit. ' * 6}</p><p>1.5 Ljud</p>{''.join(points)}"
    document = read(regulation(section("1"), f'<div class="appendices"><h2>Bilaga 1</h2>{body}</div>'), "x.html")
    found = [chunk for chunk in document.chunks if chunk.path.startswith("bilaga")]
    assert [chunk.path for chunk in found] == [
        "bilaga.1.p1.4",
        "bilaga.1.p1.5",
        *[f"bilaga.1.p1.5.{n}" for n in range(2, 6)],
    ]
    assert [chunk.header.rpartition(" > ")[2].partition(" › ")[0] for chunk in found] == ["1.4 Ljus", *["1.5 Ljud"] * 5]
    assert all(chunk.content.startswith("1.5") for chunk in found[1:])
