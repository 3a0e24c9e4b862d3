"""Where a sentence over the limit is cut: between its parts, not in brackets nor between members of an enumeration."""

import pytest

from piperoll.corpora.clauses.words.phrases import items, labelled, phrases
from tests.corpora.clauses.documents import contract

WORDS = "in the harbour of the keeper at the height of the lamp by the light of the moon "


def cut(text: str, window: int = 600) -> list[str]:
    """The words in front of each cut."""
    return [text[:at].split()[-1] for at in phrases(text, 0, len(text), window)]


@pytest.mark.parametrize(
    ("sentence", "last"),
    [
        pytest.param(
            f"The keeper shall {WORDS * 4}pay for it, and the owner has such lost, stolen or broken lamps {WORDS * 4}",
            "it,",
            id="two commas, the second one in an enumeration",
        ),
        pytest.param(
            f"The keeper shall {WORDS * 4}put it out, if the light (of the lamp, which is red {WORDS}) or the oil "
            f"{WORDS * 4}",
            "out,",
            id="brackets",
        ),
        pytest.param(
            f"The keeper shall {WORDS * 5}light it (unless the owner says so {WORDS}and oil is bought) {WORDS * 3}",
            "it",
            id="in front of brackets",
        ),
        pytest.param(
            f"The keeper shall {WORDS * 4}say that he shall {WORDS}oil, trim, and light every lamp {WORDS * 4}",
            "say",
            id="an enumeration of verbs",
        ),
    ],
)  # fmt: skip
def test_a_sentence_is_cut_between_its_parts(sentence: str, last: str) -> None:
    assert cut(sentence)[0] == last


def test_a_comma_further_in_front_is_a_better_place_than_a_bracket() -> None:
    sentence = f"The keeper shall {WORDS * 3}put it out, {WORDS * 3}on each lamp (other than the red ones) {WORDS * 4}"
    assert cut(sentence)[0] == "out,"


@pytest.mark.parametrize("more", ["in the fog, ", "of a lamp (other than a red one) "])
def test_an_item_behind_brackets_is_a_better_place_than_a_comma_or_a_bracket(more: str) -> None:
    front = f"if (A) the lamp is out {WORDS}on each quay (save where the port says so itself)"
    sentence = f"{front} and (B) the oil {WORDS * 2}{more}{WORDS * 4}"
    assert phrases(sentence, 0, len(sentence), 400)[0] == sentence.index("and (B)")


def test_no_cut_stands_between_labels_that_a_sentence_cites() -> None:
    sentence = f"The keeper shall {WORDS * 3}put it out, as rule 4(b) (iii) and (iv) the oil {WORDS * 5}"
    assert cut(sentence)[0] == "out,"


def test_no_cut_stands_in_a_date() -> None:
    sentence = f"The keeper shall {WORDS * 4}put it out, {WORDS * 2}from August 8, 2005 {WORDS * 4}"
    assert cut(sentence)[0] == "out,"


def test_an_aside_is_no_enumeration() -> None:
    sentence = f"The keeper shall {WORDS * 5}light, as applicable, and the owner shall pay for every order {WORDS * 4}"
    assert cut(sentence)[0] == "applicable,"


def test_brackets_hold_no_items() -> None:
    text = (
        "the lamps (each, a “Lamp”; it being said that (i) oil burns, (ii) wicks burn, and (iii) glass does not); oil"
    )
    assert items(text, 0, len(text)) == [text.rindex("oil")]
    assert labelled(text, 0, len(text)) == []


@pytest.mark.parametrize("rest", range(1, 90, 8))
def test_the_last_words_are_no_part_of_their_own(rest: int) -> None:
    sentence = f"1. Aa. The keeper shall {WORDS * 7}{'x' * 20}"
    sentence = f"{sentence[: 640 - 40]} {'lamps ' * 7}{'y' * rest}.\n\n2. Bb. It ends.\n"
    contents = [one.content.strip() for one in contract(sentence).chunks]
    assert not any(one.startswith("y") or len(one) < 60 for one in contents if not one.startswith("2."))


def test_no_cut_parts_a_figure_from_its_words() -> None:
    text = (
        "The keeper lights the lamp of the harbour within a period of 7 (seven) days behind the day of the storm at sea"
    )
    for window in range(66, 100):
        assert not any(text[:at].endswith("7 ") for at in phrases(text, 0, len(text), window))


def test_no_cut_stands_in_front_of_if_any() -> None:
    sentence = (
        f"The keeper shall {WORDS * 4}put it out, and the owner {WORDS}pays for the oil, if any and wicks {WORDS * 4}"
    )
    assert cut(sentence)[0] == "out,"


@pytest.mark.parametrize(
    ("cited", "words"),
    [
        pytest.param("in the case of clause (iii), ", "(iii),", id="the cut stands behind the label"),
        pytest.param("in the case of clauses (i) through (iv) ", "of", id="two labels"),
        pytest.param("in the case of clause (i) hereof ", "of", id="hereof"),
    ],
)
def test_no_cut_stands_in_front_of_a_label_that_is_cited(cited: str, words: str) -> None:
    text = "lamp " * 110 + cited + "lamp " * 60
    front, behind = text[: (at := phrases(text, 0, len(text), 600)[0])].split(), text[at:]
    assert front[-1] not in ("clause", "clauses", "(i)", "through")
    assert not behind.startswith("(")
    assert words in (front[-1], "of")


def test_a_sentence_that_no_chunk_holds_is_cut_in_front_of_its_proviso() -> None:
    first, second = f"The keeper shall {WORDS * 8}light it; ", f"provided that the owner, {WORDS * 8}pays for the oil."
    document = contract(f"1. Lamps\n\n{first}{second}\n\n2. Oil\n\n{WORDS}")
    assert [chunk.content.strip()[-12:] for chunk in document.chunks[:2]] == [first.strip()[-12:], second[-12:]]
    whole = f"The keeper lights it; provided that the owner, {WORDS * 8}pays."
    assert contract(f"1. Lamps\n\n{whole}\n\n2. Oil\n\n{WORDS}").chunks[0].content.strip().endswith(whole)


def test_a_part_without_a_place_between_two_phrases_goes_on_to_the_next_one_or_to_the_end() -> None:
    words = "the keeper of the old lamp tells the master of the port of any ship without a flag at the mole "
    end = words * 2 + "at dusk."
    assert phrases(end, 0, len(end), 150, whole=240) == []
    comma = words * 2 + "at dusk, " + words * 2 + "at dawn."
    assert [comma[at - 6 : at] for at in phrases(comma, 0, len(comma), 150, whole=240)] == ["dusk, "]
    far = words * 4
    assert phrases(far, 0, len(far), 150, whole=240)[0] <= 150


@pytest.mark.parametrize("bullet", "•·●")
def test_items_inside_a_line_are_not_cut_apart_where_bullets_stand_between_them(bullet: str) -> None:
    item = f" {bullet} oil, glass, and wicks for each of the lamps at the mole, as the keeper asks for them"
    text = f"The owner pays for these{item * 9}"
    cuts = phrases(text, 0, len(text), 400)
    assert cuts
    assert {text[at] for at in cuts} == {bullet}


@pytest.mark.parametrize("last", ["in each case", "but not", "NOW, THEREFORE,"])
def test_a_list_is_cut_at_its_labels_before_it_is_cut_at_other_semicolons(last: str) -> None:
    lamp = f"the keeper lights the lamp {WORDS * 2}"
    first, second = (f"({label}) {lamp}of the {place}; {lamp};" for label, place in (("i", "pier"), ("ii", "mole")))
    text = f"1. Duties. It is said that at dusk: {first} {second} {last} {WORDS * 4}.\n"
    chunks = [chunk.content.strip() for chunk in contract(text).chunks]
    assert [chunk[:5].split()[0] for chunk in chunks] == ["1.", "(ii)", last[:5].split()[0]]
    assert chunks[1] == second


@pytest.mark.parametrize("space", ["", " "])
def test_a_list_has_its_items_and_its_lead_in_where_no_space_stands_behind_its_labels(space: str) -> None:
    items = f"(A){space}the lamp {WORDS * 4}, (B){space}the oil {WORDS * 4} and (C){space}the wick {WORDS * 4}"
    found = contract(f"1. Duties. {WORDS.capitalize()}. At dusk the keeper shall have {items}.\n").chunks
    assert [chunk.content.partition(")")[0] for chunk in found[-2:]] == ["(B", "and (C"]
    assert all(chunk.header.endswith("At dusk the keeper shall have") for chunk in found[-2:])


def test_a_word_with_a_bracket_in_it_has_no_label() -> None:
    assert not labelled("; (s)he lights it, (re)lights it, and (3)days are left", 0, 53)
