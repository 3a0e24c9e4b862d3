import os
import tempfile
from difflib import get_close_matches
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.corpora import contracts, registry
from piperoll.errors import UsageError
from piperoll.text import analysis, thesaurus
from piperoll.text.thesaurus import Thesauri


def test_a_query_has_the_wordings_of_what_it_names(tmp_path: Path) -> None:
    file = tmp_path / "thesaurus.txt"
    file.write_text(
        "# NAME = WORDING\n\nnon-compete, covenant not to compete, disparagement = shall not engage\nnothing here\n"
    )
    known = thesaurus.load(file, "english")

    def wordings(query: str) -> list[str]:
        return known.wordings(query, "english")

    assert wordings("Is there a non compete?") == ["shall not engage"]
    assert wordings("Non-competes and covenants not to compete") == ["shall not engage"]
    assert wordings("Any disparragement?") == ["shall not engage"]
    assert wordings("who competes") == []


def test_names_of_clauses() -> None:
    found = registry.get("contracts").expansions("Which choice of law, and is there a no-shop?")
    assert [wording for wording in found if "laws of the state" in wording]
    assert [wording for wording in found if "solicit" in wording]
    assert registry.get("contracts").expansions("") == []


@given(st.data())
def test_a_misspelled_word_is_what_all_words_of_the_vocabulary_say(data: st.DataObject) -> None:
    path = Path(contracts.__file__).with_name("thesaurus.txt")
    known = thesaurus.load(path, "english")
    word = data.draw(st.sampled_from(sorted(term for term in known.vocabulary if len(term) >= thesaurus.LONG)))
    place, letter = data.draw(st.integers(0, len(word))), data.draw(st.sampled_from(["", "e", "å", "漢"]))
    term = word[:place] + letter + word[place + data.draw(st.integers(0, 1)) :]
    closest = get_close_matches(term, known.vocabulary, 1, thesaurus.ALIKE)
    assert get_close_matches(term, thesaurus._alike(term, known.vocabulary), 1, thesaurus.ALIKE) == closest


def test_parts_of_a_name_stand_apart_in_any_order_and_form(tmp_path: Path) -> None:
    file = tmp_path / "thesaurus.txt"
    file.write_text(
        "sälja ~ sålt, kränga\nsälja + villa = köp av fast egendom\nsmällare = pyrotekniska varor\n", "utf-8"
    )
    known = thesaurus.load(file, "swedish")

    def wordings(query: str) -> list[str]:
        return known.wordings(query, "swedish")

    assert wordings("Villan som vi till slut har sålt") == ["köp av fast egendom"]
    assert wordings("får jag kränga en villa?") == ["köp av fast egendom"]
    assert wordings("sålt allt") == wordings("en villa, en villa") == []
    assert wordings(f"sålt {'mycket annat ' * 4} och en villa") == []
    assert wordings("smallare pa natten") == ["pyrotekniska varor"]
    assert wordings("har sälj och smallare") == []  # with ä in one word, the others are as they are meant


def test_everyday_words_of_swedish() -> None:
    wordings = registry.get("se-law").expansions
    assert {"gångbana", "äktenskapsskillnad"} <= set(wordings("får man gå på trottoaren efter skilsmässan?"))
    assert wordings("hur manga dagar far jag vabba?") == wordings("hur många dagar får jag vabba?") != []
    assert wordings("äktenskapsskillnad, gångbana och 3 kap. 2 §") == []


def test_a_question_without_dots_is_read_with_them() -> None:
    respelled = registry.get("se-law").respelled
    assert respelled("Far jag roka har? vad ar det for fel") == "får jag röka har? vad är det för fel"
    assert respelled("får jag roka") == "får jag roka", "one dot says that the others were meant to be missing"
    assert respelled("xyzzy 12 §§") == "xyzzy 12 §§"
    assert registry.get("contracts").respelled("far") == "far"


def test_names_are_read_by_wording(tmp_path: Path) -> None:
    file = tmp_path / "thesaurus.txt"
    file.write_text(
        "# om\nsälja ~ såld\nsälja + villa, hus = köp av fast egendom\n\nkåk = köp av fast egendom\n", "utf-8"
    )
    assert thesaurus.names_of(file) == {"köp av fast egendom": ["sälja villa", "hus", "kåk"]}


MYTHES = """ISO8859-1
böter|1
(subst.)|vite|plikt (generic term)
fyr|2
(subst.)|fyrtorn|lyktbåk|fyren
(subst.)|soldat|knekt
vakt|1
(subst.)|dag (antonym)
"""


@pytest.fixture
def swedish(tmp_path: Path) -> Thesauri:
    (tmp_path / "th_sv.dat").write_bytes(MYTHES.encode("latin-1"))
    (tmp_path / "own.txt").write_text("# husets ord\nljusvakt, lampvakt = fyrvaktare\n", encoding="utf-8")
    return Thesauri((tmp_path / "own.txt", tmp_path / "th_sv.dat"))


def test_synonyms_of_one_word_share_a_weight_and_come_from_every_meaning(swedish: Thesauri) -> None:
    weights = swedish.synonyms("När släcks fyren?", "swedish")
    assert sum(weights.values()) >= 1
    lamp, soldier = (analysis.terms(word, "swedish")[0] for word in ("lyktbåk", "knekt"))
    assert weights[lamp] == weights[soldier] < 1
    assert "fyr" not in weights  # the query has it
    assert swedish.synonyms("Höga böter, utan vakt", "swedish").keys() == {"vit"}  # no wider word, no opposite
    assert swedish.synonyms("ljusvakt", "swedish") == {}


def test_own_lines_give_wordings(swedish: Thesauri) -> None:
    assert swedish.wordings("får lampvakten sova?", "swedish") == ["fyrvaktare"]
    assert Thesauri().wordings("får lampvakten sova?", "swedish") == []


def test_a_thesaurus_that_was_written_anew_is_read_anew(swedish: Thesauri) -> None:
    assert swedish.wordings("tändaren", "swedish") == []
    own = swedish.files[0]
    own.write_text("tändare = fyrvaktare\n", encoding="utf-8")
    os.utime(own, ns=(0, 0))
    assert swedish.wordings("tändaren", "swedish") == ["fyrvaktare"]


@pytest.mark.parametrize(
    ("name", "data", "code", "said"),
    [
        ("own.txt", b"fyr fyrtorn\n", "thesaurus_invalid", "line 1"),
        ("own.txt", b"# ok\n\nfyr =\n", "thesaurus_invalid", "line 3"),
        ("own.txt", b"= fyrtorn\n", "thesaurus_invalid", "line 1"),
        ("own.txt", b"f\xff = fyrtorn\n", "thesaurus_invalid", "UTF-8"),
        ("th.dat", b"fyr = fyrtorn\n", "thesaurus_invalid", "no MyThes file"),
        ("th.dat", b"", "thesaurus_invalid", "no MyThes file"),
        ("none.txt", None, "thesaurus_missing", "none.txt"),
        ("none.dat", None, "thesaurus_missing", "none.dat"),
    ],
)
def test_a_wrong_thesaurus_is_an_error_that_names_the_place(
    tmp_path: Path, name: str, data: bytes | None, code: str, said: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(UsageError) as caught:
        Thesauri((tmp_path / name,)).wordings("fyr", "swedish")
    assert caught.value.code == code
    assert said in caught.value.message
    assert caught.value.remedy


@given(st.binary(max_size=300), st.text(max_size=20))
def test_any_bytes_are_a_thesaurus_or_an_error(data: bytes, word: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "th.dat"
        file.write_bytes(b"UTF-8\n" + data)
        Thesauri((file,)).synonyms(f"{word} fyr", "swedish")
