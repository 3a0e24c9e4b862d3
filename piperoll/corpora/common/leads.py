"""Show in a header the words that lead to a list, which a cut took away from its items."""

LONGEST = 130
"""Characters of a lead-in; a longer one keeps its start and its end."""
LOOK_BACK = 1_500
"""Characters in front of the end of a line in which the sentence that leads to a list begins."""


def shortened(words: str) -> str:
    """Return a lead-in on one line, without its middle where it is too long."""
    words = " ".join(words.split())
    if len(words) <= LONGEST:
        return words
    return f"{words[: LONGEST // 2].rpartition(' ')[0]} … {words[-LONGEST // 2 :].partition(' ')[2]}"
