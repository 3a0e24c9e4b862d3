"""What stands outside the §§: transition provisions, preambles, appendices, and texts without any §."""

import pytest

from piperoll.chunking.merge import CAP
from piperoll.corpora.se_law import SeLaw
from tests.corpora.se_law.documents import at, markdown, page, paths

LONG = "Denna lag träder i kraft vid olika tid för olika fyrar. " * 40  # 560 tokens


def act(number: str, text: str = "Denna lag träder i kraft.") -> str:
    return f"{number}\n\n1. {text}"


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        pytest.param(["2031:12"], ["overgangsbest"], id="short"),
        pytest.param(["2031:12", LONG], ["overgangsbest"], id="under the cap"),
        pytest.param([LONG, LONG], ["overgangsbest.1", "overgangsbest.2"], id="one for each act"),
        pytest.param([LONG, "a", "b", LONG], ["overgangsbest.1", "overgangsbest.2"], id="small ones merged"),
        pytest.param([LONG + LONG], ["overgangsbest.1", "overgangsbest.2"], id="an act over the cap"),
    ],
)
def test_transitions(acts: list[str], expected: list[str]) -> None:
    body = "1 § A.\n\nÖvergångsbestämmelser\n\n" + "\n\n".join(act(f"2031:{i}", text) for i, text in enumerate(acts, 1))
    document = page(body)
    assert paths(document) == ["kap0.§1", *expected]
    first = document.chunks[1]
    assert first.role == "TRANSITION_PROVISION"
    assert first.header.startswith("Fyrlag (SFS 2031:12) > Övergångsbestämmelser")
    assert first.content.startswith("Övergångsbestämmelser\n\n2031:1\n\n1. ")
    if len(expected) > 1:
        assert " > SFS 2031:1" in first.header
        assert first.parent == "overgangsbest"


def test_a_chunk_of_transition_provisions_says_of_which_acts_they_are() -> None:
    document = page(f"1 § A.\n\nÖvergångsbestämmelser\n\n{act('2031:12')}\n\n{act('2033:4')}")
    assert at(document, "overgangsbest").metadata["acts"] == ["SFS 2031:12", "SFS 2033:4"]
    document = page("1 § A.\n\nÖvergångsbestämmelser\n\nDenna lag träder i kraft den 1 juli 2031.")
    assert "acts" not in at(document, "overgangsbest").metadata


def test_many_acts_in_one_chunk_are_named_by_the_first_and_the_last() -> None:
    acts = "\n\n".join(act(f"2031:{i}", "Lagen träder i kraft på dagen. " * 10) for i in range(1, 30))
    document = page(f"1 § A.\n\nÖvergångsbestämmelser\n\n{acts}")
    assert at(document, "overgangsbest.1").header.endswith("> SFS 2031:1 – 2031:12")


PARAGRAPH = "Fyrens ljus ska synas på tolv sjömils avstånd i klart väder. " * 20  # 305 tokens


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("Bilaga 2\n\nPlatser.", ["bilaga.2"], id="numbered"),
        pytest.param("Bilaga\n\nPlatser.", ["bilaga.1"], id="not numbered"),
        pytest.param("Bilaga A\n\nPlatser.", ["bilaga.a"], id="a letter"),
        pytest.param("Bilaga 1 a\n\nPlatser.", ["bilaga.1a"], id="1 a"),
        pytest.param("Bilaga\n\nA.\n\nBilaga\n\nB.", ["bilaga.1", "bilaga.2"], id="two"),
        pytest.param(
            "Bilaga 1\n\n" + f"{PARAGRAPH}\n\n" * 4, ["bilaga.1.1", "bilaga.1.2", "bilaga.1.3", "bilaga.1.4"], id="long"
        ),
        pytest.param(
            "Bilaga\n\nArtikel 1\n\nA.\n\nArtikel 2\n\nB.", ["bilaga.1"], id="a short convention is one chunk"
        ),
        pytest.param(
            f"Bilaga\n\nKonvention om fyrar\n\nArtikel 1\n\n{PARAGRAPH * 2}\n\nArtikel 2\n\n{PARAGRAPH * 2}",
            ["bilaga.1.art1", "bilaga.1.art2"],
            id="a long convention by its articles",
        ),
        pytest.param(
            f"Bilaga\n\n1 § {PARAGRAPH * 2}\n\n2 § {PARAGRAPH * 2}", ["bilaga.1.§1", "bilaga.1.§2"], id="§§, 1972:114"
        ),
    ],
)
def test_appendices(body: str, expected: list[str]) -> None:
    document = page(f"1 § A gäller.\n\n{body}")
    assert paths(document) == ["kap0.§1", *expected]
    assert document.chunks[1].header.startswith("Fyrlag (SFS 2031:12) > Bilaga")


def test_an_article_over_the_cap_is_split() -> None:
    document = page(f"Artikel 1\n\n{PARAGRAPH}\n\n{PARAGRAPH}\n\n{PARAGRAPH}\n\n{PARAGRAPH}\n\nArtikel 2\n\nKort.")
    assert paths(document) == ["art1.1", "art1.2", "art1.3", "art1.4", "art2"]
    assert document.chunks[0].header == "Fyrlag (SFS 2031:12) > Artikel 1"


def test_a_heading_of_a_convention_is_not_the_statutes_transition_provisions() -> None:
    body = f"Artikel 1\n\n{PARAGRAPH}\n\nÖvergångsbestämmelser\n\nArtikel 2\n\nB gäller."
    assert paths(page(body)) == ["art1", "art2"]  # 2005:253


def test_text_without_sections_is_merged_by_paragraphs() -> None:
    document = markdown(f"# Om fyrar\n\nKort stycke.\n\n{PARAGRAPH}\n\n## Om lotsar\n\n{PARAGRAPH}")
    assert paths(document) == ["md.chunk1", "md.chunk2"]
    assert {chunk.role for chunk in document.chunks} == {"MARKDOWN_CHUNK"}
    assert [chunk.header.partition(" > ")[2] for chunk in document.chunks] == ["Om fyrar", "Om fyrar › Om lotsar"]
    assert document.chunks[1].content.startswith("Om lotsar")


def test_a_fragment_is_no_chunk() -> None:
    document = markdown(f"{PARAGRAPH}\n\n## Namn")
    assert paths(document) == ["md.chunk1"]
    assert [one.reason for one in document.set_aside if "fragment" in one.reason] == ["fragment of under 20 characters"]


def test_a_short_heading_stays_with_the_giant_paragraph_under_it() -> None:
    body = f"# Titel\n\nInledning som räcker till.\n\n## Rubrik\n\n{'En mening utan slut ' * 400}"
    chunks = next(iter(SeLaw().read(body.encode(), "x.md"))).chunks
    assert chunks[1].content.startswith("Rubrik\n\nEn mening")
    assert max(chunk.tokens for chunk in chunks) <= CAP


def test_a_section_is_never_split() -> None:
    document = page(f"1 § {PARAGRAPH * 5}")
    assert paths(document) == ["kap0.§1"]
    assert document.chunks[0].tokens > 1500


def test_a_paragraph_that_leads_to_a_list_begins_the_part_with_the_list() -> None:
    lead = "Följande uppgifter ska lämnas om fyren:"
    document = page(
        f"1 § A.\n\nBilaga 1\n\n{PARAGRAPH * 3}\n\n{lead}\n\n1. fyrens namn {PARAGRAPH}\n\n2. {PARAGRAPH * 2}"
    )
    parts = [chunk for chunk in document.chunks if chunk.path.startswith("bilaga")]
    assert [chunk.content.startswith(lead) for chunk in parts].count(True) == 1
    assert not any(chunk.content.endswith(":") for chunk in parts)


def test_a_paragraph_with_a_colon_at_the_end_of_a_text_stays() -> None:
    document = page(f"1 § A.\n\nBilaga 1\n\n{PARAGRAPH * 3}\n\n{PARAGRAPH * 2}\n\nUnderskrift av fyrens föreståndare:")
    assert document.chunks[-1].content.endswith("Underskrift av fyrens föreståndare:")


def test_each_convention_of_an_appendix_has_its_own_name() -> None:
    first = f"Bilaga\n\nConvention for the Protection of Lamps\n\nSECTION III\n\nArticle 1\n\n{PARAGRAPH * 2}\n\n"
    second = (
        f"Article 2\n\n{PARAGRAPH * 2}\n\nDone at Rome.\n\nProtocol No. 7 to the Convention for the Protection\n"
        f"of Lamps\n\nHave agreed as follows:\n\nArticle 1\n\n{PARAGRAPH * 2}\n\n"
    )
    third = f"Article 2\n\n{PARAGRAPH}\n\n(Översättning)\n\nKonvention om lampor\n\nArtikel 1\n\n{PARAGRAPH}"
    document = page("1 § Konventionen gäller.\n\n" + first + second + third)
    headers = {chunk.path: chunk.header.partition(" > ")[2] for chunk in document.chunks}
    assert headers["bilaga.1.art1"].startswith("Bilaga: Convention for the Protection of Lamps > Artikel 1")
    assert headers["bilaga.1"] == "Bilaga: Protocol No. 7 to the Convention for the Protection of Lamps"
    assert headers["bilaga.1.art1.v2"] == f"{headers['bilaga.1']} > Artikel 1"
    assert headers["bilaga.1.art1.v3"] == "Bilaga: Konvention om lampor > Artikel 1"
    assert at(document, "bilaga.1.art2").content.endswith("Done at Rome.")
    assert at(document, "bilaga.1.v2").content.startswith("(Översättning)")


def test_articles_that_begin_again_below_no_name_have_none() -> None:
    second = f"Konvention om klockor\n\nArtikel 1\n\n{PARAGRAPH}\n\nArtikel 2\n\n{PARAGRAPH}\n\n"
    document = page(f"Artikel 1\n\n{PARAGRAPH}\n\n{second}Artikel 1\n\n{PARAGRAPH}")
    assert at(document, "art1.v2").header.endswith("Konvention om klockor > Artikel 1")
    assert "klockor" not in at(document, "art1.v3").header
    assert at(document, "preamble").header.endswith("Konvention om klockor > Inledning")


def test_the_name_of_the_statute_and_a_notice_that_an_article_is_gone_are_no_headings() -> None:
    document = page("Fyrlag\n\n1 § A gäller.\n\n2 § B gäller.")
    assert "heading" not in at(document, "kap0.§2").metadata
    document = page("1 § A gäller.\n\nUpphävt faderskap\n\n2 § B gäller.")  # 2010:110, 19 kap. 9 §
    assert at(document, "kap0.§2").metadata["heading"] == "Upphävt faderskap"
    document = page("Artikel 1\n\n(Upphävd)\n\nArtikel 2\n\nOm lampor\n\nDär är det.")
    assert at(document, "art2").metadata["heading"] == "Om lampor"


def test_the_first_article_in_french_is_article_1() -> None:
    document = page(f"Article premier\n\n{PARAGRAPH}\n\nArticle 2\n\n{PARAGRAPH}")
    assert paths(document) == ["art1", "art2"]


@pytest.mark.parametrize("before", ["8 § Har upphävts genom lag (2002:462).", "1 § A gäller.\n\n{}"])
def test_a_convention_behind_the_sections_is_a_part_of_its_own(before: str) -> None:
    before = before.format("Övergångsbestämmelser\n\n2031:12\n\nDenna lag träder i kraft den 1 januari 2032.")
    name = "Konvention om lampor mellan Sverige och Finland"
    document = page(f"{before}\n\n{name}\n\nStaterna är överens om följande.\n\nArtikel 1\n\n{PARAGRAPH}")
    assert at(document, "preamble").header.endswith(f" > {name} > Inledning")
    assert at(document, "art1").header.endswith(f" > {name} > Artikel 1")
    last = document.chunks[-3]
    assert "Konvention" not in last.content
    assert last.in_force is (last.path == "overgangsbest")


def test_rules_and_acts_in_one_appendix_have_their_own_names() -> None:
    first = f"Bilaga\n\nKonvention om lampor\n\nArtikel 1\n\n{PARAGRAPH * 3}\n\n"
    for name in (
        "Uniform Rules concerning the Contract of Lamps (CIL, appendix A to the\nConvention)",
        "Règles uniformes concernant le contrat de lampe",
        "Enhetliga rättsregler för avtal om lampor",
        "Rättsakt nr 2",
        "PROTOKOLL61",
        "Protocol of 1992 to Amend the Convention",
    ):
        document = page(f"1 § A.\n\n{first}{name}\n\nArtikel 1\n\n{PARAGRAPH}\n\nArtikel 2\n\n{PARAGRAPH}")
        assert at(document, "bilaga.1.art2").header.endswith(f" > Bilaga: {' '.join(name.split())} > Artikel 2")


def test_transition_provisions_may_be_an_article() -> None:
    second = f"Artikel 2\n\nÖvergångsbestämmelser\n\n1. {PARAGRAPH}\n\nArtikel 3\n\n{PARAGRAPH}"
    document = page(f"1 § A.\n\nBilaga\n\nArtikel 1\n\n{PARAGRAPH * 3}\n\n{second}")
    assert paths(document) == ["kap0.§1", "bilaga.1.art1", "bilaga.1.art2", "bilaga.1.art3"]
    assert at(document, "bilaga.1.art2").header.endswith(" > Artikel 2: Övergångsbestämmelser")


def test_the_headings_over_a_long_article_stay_with_it() -> None:
    long = "\n\n".join([PARAGRAPH] * 5)
    document = page(f"AVDELNING I. ALLMÄNNA BESTÄMMELSER\n\nArtikel 1\n\n{long}\n\nArtikel 2\n\nB.")
    parts = [chunk for chunk in document.chunks if chunk.path.startswith("art1.")]
    assert parts[0].content.startswith("AVDELNING I.") and "Artikel 1" in parts[0].content
    assert {chunk.header.count("ALLMÄNNA") for chunk in parts} == {1}


@pytest.mark.parametrize(
    ("opens", "expected"),
    [
        ("Förteckning över fyrar\n\nVästerfyren\n\nÖsterfyren", "Bilaga: Förteckning över fyrar"),
        ("Fyrar som avses i 2 §:\n\n1. Västerfyren\n\n2. Österfyren", "Bilaga: Fyrar som avses i 2 §"),
        ("Agreement between Fyrland\nand Lampland\n\n- a\n\n- b", "Bilaga: Agreement between Fyrland and Lampland"),
        ("Västerfyren\n\nÖsterfyren\n\nNorrfyren", "Bilaga"),
        ("De fyrar som avses i 2 § är följande.\n\n1. Västerfyren", "Bilaga"),
        ("Avgift för fyr          Kronor\n\nVästerfyren          3", "Bilaga"),
    ],
)
def test_the_first_paragraph_of_an_appendix_may_be_its_title(opens: str, expected: str) -> None:
    assert at(page(f"1 § A.\n\nBilaga\n\n{opens}"), "bilaga.1").header.rpartition(" > ")[2] == expected
