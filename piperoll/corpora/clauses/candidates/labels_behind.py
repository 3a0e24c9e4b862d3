"""Find the labels that stand right behind a label: "21. e. The keeper", "14. 14.1 Assignment"."""

import re
from collections.abc import Iterator

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.inline import AFTER_LABEL
from piperoll.corpora.clauses.words import labels
from piperoll.corpora.clauses.words.captions import caption_at, plain
from piperoll.corpora.clauses.words.labels import LINE_LABEL

# "7.2 Definitions. (a) In this contract": the letter opens an item
FIRST_ITEM = re.compile(
    r"\s{0,40}(?P<item>(?:\([ ]?(?P<paren>[aAi])[ ]?\)|(?P<loose>[Aa])(?P<close>[.)]))\s{1,40})(?=[A-Z])"
    r"(?P<number>)(?P<chinese>)(?P<decimal>)(?P<coded>)"
)
LIST = 8_000
"""Characters behind a first item in which the second one stands."""


def labels_behind(text: str, first: Candidate, end: int) -> Iterator[Candidate]:
    """Yield what opens right behind a label: "21. e. The keeper", "(b) (i) to light", "14. 14.1 Assignment".

    Args:
        text: the stored text.
        first: the candidate in front.
        end: offset behind the line.
    """
    item = FIRST_ITEM.match(text, first.end, end) if first.label and first.caption and not first.own_line else None
    if item and item["loose"] and not _is_followed(text, item):
        item = None
    if item and (label := labels.of_match(item)):
        caption, stop = caption_at(text, item.end(), end, marked=False, bold=False, labelled=True)
        yield Candidate(item.start("item"), stop, label, caption, indent=first.indent, printed=plain(item["item"]))
    while first.label and not first.caption and not first.own_line and first.end < end:
        match = LINE_LABEL.match(text, first.end, end)
        label = labels.of_match(match) if match else None
        glued = not text[first.end - 1].isspace()  # "2.A. The keeper", not "2. A. Keeper, of the harbour"
        lettered = (
            label is not None
            and label.family == "letter"
            and (glued or not (match and (match["loose"] or "").isupper()))
        )
        if not match or not label or not (lettered or (not match["number"] and len(label.values) > 1)):
            return
        gap = AFTER_LABEL.match(text, match.end(), end)
        at = gap.end() if gap else match.end()
        caption, stop = caption_at(text, at, end, marked=False, bold=False, labelled=True)
        yield (first := Candidate(
            match.start(), max(stop, match.end()), label, caption, indent=first.indent, own_line=stop == end,
            printed=plain(match[0]),
        ))  # fmt: skip


def _is_followed(text: str, first: re.Match[str]) -> bool:
    """Return whether "B." comes behind "A."."""
    second = re.escape(chr(ord(first["loose"]) + 1) + first["close"])
    return re.compile(rf"(?:[.;:]|\s)\s{second}\s").search(text, first.end(), first.end() + LIST) is not None
