"""Draw what a well-made document of any family is built from: names, sentences and numbers in order."""

from hypothesis import strategies as st

ENGLISH = "the keeper shall light a lamp at dusk and every harbour has one boat that waits for fog oil rope".split()
SWEDISH = "den som vårdar fyren ska tända lampan vid skymning och varje hamn har en båt som väntar på dimma".split()


def sentences(words: list[str], least: int = 1, most: int = 4) -> st.SearchStrategy[str]:
    """Draw a paragraph of sentences that are long enough never to be taken for a heading or a fragment."""
    sentence = st.lists(st.sampled_from(words), min_size=8, max_size=24).map(
        lambda drawn: f"{' '.join(drawn)}.".capitalize()
    )
    return st.lists(sentence, min_size=least, max_size=most).map(" ".join)


def names(words: list[str]) -> st.SearchStrategy[str]:
    """Draw a short heading without punctuation."""
    return st.lists(st.sampled_from(words), min_size=1, max_size=4).map(lambda drawn: " ".join(drawn).capitalize())


def numbers(most: int = 6) -> st.SearchStrategy[list[str]]:
    """Draw the numbers of units as amended enactments have them: 1, 2, 2 a, 2 b, 3."""
    return st.lists(st.integers(0, 2), min_size=1, max_size=most).map(
        lambda inserted: [
            f"{number}{f' {letter}' if letter else ''}"
            for number, count in enumerate(inserted, 1)
            for letter in ["", *"ab"[:count]]
        ]
    )
