"""Terms of chunks and queries: what stands for what, and that no input takes long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.text import analysis
from piperoll.text.analysis import LONGEST, asked, terms

REFERENCES = [
    ("3 §", "§3"),
    ("§ 3", "§3 3"),
    ("5 a §", "§5a"),
    ("7 §§", "§7"),
    ("3 kap.", "kap3"),
    ("2 a kap. 10 §", "kap2a §10"),
    ("Kap 6: Vårdnad > 3 §", "kap6 vårdn §3"),
    ("Kap 8 a: Utvisning", "kap8a utvisning"),
    ("kap. 3 i lagen", "kap3 lag"),
    ("7 kapitlet 10 paragrafen", "kap7 §10"),
    ("kapitel 7 paragraf 10", "kap7 §10 10"),
    ("7:e kap. 2§", "kap7 §2"),
    ("6:3", "6:3 kap6 §3"),
    ("8a:1", "8a:1 kap8a §1"),
    ("1977:1160 3:2", "1977:1160 3:2 kap3 §2"),
    ("prop. 2024/25:3", "prop 2024/25:3"),
    ("3–5 §§", "§3 §5"),
    ("2010:800", "2010:800"),
    ("SFS 1977:1160", "sfs 1977:1160"),
    ("10 000 kronor", "10000 kron"),
]
ENGLISH = [
    ("s.4(2)", "§4(2) 4(2) §4 4"),
    ("section 4(2)", "§4(2) 4(2) §4 4"),
    ("Sec. 4A", "§4a 4a"),
    ("§ 1001(b)(2)", "§1001(b)(2) 1001(b)(2) §1001(b) 1001(b) §1001 1001"),
    ("12.3(a)", "12.3(a) 12.3 12"),
    ("Clause 12.3(a)", "clause12.3(a) 12.3(a) clause12.3 12.3 clause12 12"),
    ("Art. 6(1)(f)", "article6(1)(f) 6(1)(f) article6(1) 6(1) article6 6"),
    ("paras 45", "paragraph45 45"),
    ("Cap. 210", "chapter210 210"),
    ("Item 1A.", "item1a 1a"),
    ("section 4(see", "§4 4 see"),
    ("$1,000,000", "1000000"),
    ("2025-01-31", "2025-01-31"),
    ("at 10:30", "10:30"),
    ("Rule 4:2", "rule4 4 2"),
    ("the Act's parts", "act part"),
    ("self-employed", "self employ selfemploy"),
    ("shall not", "shall not"),
    ("香港法院", "香港 港法 法院"),
]
REPORTED = [
    ("[2025] HKCFI 470", "2025 hkcfi 470|2025|hkcfi|470"),
    ("2021 ONSST 123", "2021 onsst 123|2021|onsst|123"),
    ("[2019] EWCA Civ 123", "2019 ewca civ 123|2019|ewca|civ|123"),
    ("[1999] 1 AC 247", "1999 1 ac 247|1999|1|ac|247"),
    ("in 2019 revenue 300", "2019|revenu|300"),
]
FORMS = [
    "arbete arbetet arbetets arbeten",
    "miljö miljön miljöns",
    "ärende ärendet ärenden ärendets",
    "myndighet myndigheten myndigheter myndigheters",
    "kommun kommunen kommuner kommunens",
    "lag lagen lagar lagens",
    "skola skolan skolor skolans",
    "beslut beslutet besluten besluts",
]
COMPOUNDS = [
    ("arbetsmiljölagen", "arbetsmiljö lag"),
    ("miljöavgifter", "miljö avgift"),
    ("djurskyddslagens", "djur skydd lag"),
    ("tillståndsmyndigheten", "tillstånd mynd"),
    ("värdepapperscentral", None),
    ("kontroll", None),
    ("föreskrifter", None),
    ("lagen", None),
]


@pytest.mark.parametrize(("text", "found"), REFERENCES)
def test_a_swedish_reference_is_a_term(text: str, found: str) -> None:
    assert terms(text, "swedish") == found.split()


@pytest.mark.parametrize(("text", "found"), ENGLISH)
def test_english_words_and_places(text: str, found: str) -> None:
    assert terms(text, "english") == found.split()


@pytest.mark.parametrize(("text", "found"), REPORTED)
def test_a_citation_is_a_term_and_found_by_its_parts(text: str, found: str) -> None:
    assert terms(text, "english") == found.split("|")


@pytest.mark.parametrize("words", FORMS)
def test_forms_of_a_swedish_word_are_one_term(words: str) -> None:
    assert len({one for word in words.split() for one in terms(word, "swedish")}) == 1


@pytest.mark.parametrize(("word", "parts"), COMPOUNDS)
def test_a_swedish_compound_is_found_by_its_parts(word: str, parts: str | None) -> None:
    assert " ".join(terms(word, "swedish")[1:]) == (parts or "")


def test_stems_are_those_of_this_version() -> None:
    """Another release of the stemmer that stems otherwise must come with another VERSION."""
    swedish = "anmälan bestämmelserna föreläggande förordningens tillämpas upphävts skadeståndet"
    english = "obligations indemnified warranties liability possession damages committed"
    assert (terms(swedish, "swedish"), terms(english, "english"), analysis.VERSION) == (
        ["anmäl", "bestämm", "förelägg", "förordning", "tillämp", "upphävt", "skadestånd"],
        ["oblig", "indemnifi", "warranti", "liabil", "possess", "damag", "commit"],
        2,
    )


def test_by_a_language_that_nobody_knows_words_stay_as_they_are() -> None:
    assert terms("Lagar och The Laws", "simple") == ["lagar", "och", "the", "laws"]


def test_the_ways_to_print_one_text_give_the_same_terms() -> None:
    """Ligatures, soft hyphens, quotes and hard spaces are the printer's."""
    assert terms("the Buyer’s o\ufb03ce, con\u00adtract\u00a0s.\u00a04", "english") == terms(
        "The buyer's office, contract s. 4", "english"
    )


@given(st.text(), st.sampled_from(["swedish", "english", "simple"]))
def test_terms_can_be_stored_and_stand_alone(text: str, language: str) -> None:
    found = terms(text, language)
    assert all(one and len(one) <= LONGEST for one in found)
    assert terms(f"{text}\n.\n{text}", language)[: len(found)] == found


SPLIT = [
    ("tid för uppsägning", "uppsägningstid"),
    ("lön under semestern", "semesterlön"),
    ("däck för vintern", "vinterdäck"),
    ("skjuts till skolan", "skolskjuts"),
    ("hem för en familj", "familjehem"),
    ("stöd till försörjningen", "försörjningsstöd"),
    ("uppsägning tid", "uppsägningstid"),
]


@pytest.mark.parametrize(("query", "compound"), SPLIT)
def test_words_of_a_query_ask_for_their_compound(query: str, compound: str) -> None:
    assert terms(compound, "swedish")[0] in asked(query, "swedish")
    assert terms(compound, "swedish")[0] not in terms(query, "swedish")


@pytest.mark.parametrize(
    ("query", "meant"), [("varden", "vården"), ("foraldrar", "föräldrar"), ("lokforare", "lokförare")]
)
def test_words_of_a_query_without_dots_ask_for_those_with_them(query: str, meant: str) -> None:
    assert set(terms(meant, "swedish")) <= set(asked(query, "swedish"))


def test_a_query_asks_first_for_what_it_says_and_for_the_rest_once() -> None:
    query = "tid tid för uppsägning av varden"
    assert asked(query, "swedish")[: len(terms(query, "swedish"))] == terms(query, "swedish")
    rest = asked(query, "swedish")[len(terms(query, "swedish")) :]
    assert len(rest) == len(set(rest)) and not set(rest) & set(terms(query, "swedish"))


def test_who_writes_dots_means_the_letters_without_them() -> None:
    assert "vård" not in asked("skydd för varden är", "swedish")[:4] and "vård" not in asked("åker varden", "swedish")


def test_only_swedish_is_asked_for_otherwise() -> None:
    assert asked("notice of termination", "english") == terms("notice of termination", "english")


def test_a_long_text_is_asked_for_as_it_is() -> None:
    """Other ways to write are found for its first words only, so that their number is bounded."""
    text = " ".join(f"ord{'abcdefghij'[at // 10]}{'abcdefghij'[at % 10]}" for at in range(100))
    assert len(asked(text, "swedish")) - len(terms(text, "swedish")) == len(
        asked(" ".join(text.split()[: analysis.ASKED]), "swedish")
    ) - len(terms(" ".join(text.split()[: analysis.ASKED]), "swedish"))


@pytest.mark.parametrize(
    "hard", ["1", "a", "1.1", "123 456 ", "§", "4(2)", "香", "a-", "'", "s.", "[2019] ", "1,000", "–1 "]
)
def test_work_grows_with_the_text_and_not_with_its_square(hard: str) -> None:
    """A match that looked at the rest of a text from each place in it would never end here."""
    asked(hard * 200_000, "swedish")
