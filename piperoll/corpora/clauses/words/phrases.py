"""Find where a sentence that is too large may be cut: between its parts, in front of its items, between its words.

A cut stands in no brackets, and between no short members of an enumeration ("such lost, stolen or destroyed lamps"),
unless there is no other place.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from piperoll.corpora.clauses.words.captions import BRACKET
from piperoll.corpora.clauses.words.labels import CLOSE

ITEM = re.compile(
    r"[;:](?:(?:\s+(?:and|or|and/or))?\s+(?=\([A-Za-z]{1,4}\)\s)|(?<=;)\s+(?:(?:and|or)\s+)?(?!provided))"
)
"""Matches in front of an item of a list inside a sentence, or behind a semicolon."""
PROVISO = re.compile(r";\s+(?=provided\b)")
"""Matches in front of a proviso."""
BEGINS_ITEM = re.compile(r"\([A-Za-z\d]{1,5}\)|(?:[ivx]{1,5}|[a-z]|\d{1,2})[.)]\s|\d{1,2}\.\d|WHEREAS\b")
"""Matches a label, or the beginning of a recital, behind a semicolon."""
FOR_ALL = re.compile(
    r"(?:except|in (?:each|any|every|either|all) (?:cases?|events?)|it being|which|but|NOW)\b"
    r"|[^;.:]{0,90}\b(?:the foregoing\b|clauses \()"
)
"""Matches, behind a semicolon, what holds for all items in front of it."""
SHORT_LEAD = 30
"""Characters of a lead-in that goes with its first item: "For clarity: | (i) the lamp"."""
SHORT_PART = 120
"""Characters up to which a part of a sentence says little alone."""
LISTED = 3
"""Semicolons, or labels, with which a sentence is a list of what stands between them."""
_ITEM_LABEL = (
    rf"\((?:[ivxl]{{1,6}}|[IVX]{{2,5}}|[A-Za-z]|\d{{1,2}})\)(?:\s+|{CLOSE})"
    r"(?!(?:and|or|of|above|below|through|is|are)\b|to\s+(?:and\s+including\s+)?\(|\()(?=[^\W_])"
)
LABELLED_ITEM = re.compile(
    rf"[,;:—\s](?:(?<=[,;:—])\s+(?=(?:(?:and|or)\s+)?{_ITEM_LABEL})"
    rf"|(?<=[^\W\d_]\s)\s*(?=(?:and|or)\s+{_ITEM_LABEL}))"
)
"""Matches in front of a labelled item, not of "(ii)" in "clauses (i), (ii) and (iii)"."""
# "; provided", ", and the keeper", ", in the harbour", "(… of the keeper) shall", " that he", " of the oil", " oil"
SEMICOLON = re.compile(r";\s+(?:(?:and|or)\s+)?")
ITEM_BEHIND = re.compile(rf"(?<=[^(]{{6}}\))\s+(?=(?:and|or)\s+{_ITEM_LABEL})")
"""Matches between brackets and a labelled item: "the lamp (other than its wick) | and (ii) the oil"."""
BULLET = re.compile(r"(?<=[^\s:•·▪●◦])[ \t\xa0]{1,9}(?=[•·▪●◦][ \t\xa0]{1,9}[^\s•·▪●◦])")
"""Matches in front of an item inside a line: "oil • glass"."""
PART = re.compile(
    r"[,—]\s+(?=(?:and|or|but|nor|provided|except|unless|which|who|whether|that"
    r"|if(?! (?:any|applicable|necessary|so)\b)|in each case|including|other than|however|to the extent|so long as)\b)"
)
COMMA = re.compile(r"[,—:]\s+(?!(?:19|20)\d\d\b)")
IN_FRONT = re.compile(
    r"(?<![\d%\s])\s+(?=\((?![ivxlIVXL]{2,6}\))\w{2})"
)  # not in front of "(seven)" in "7 (seven) days"
BEHIND = re.compile(r"(?<=\))\s+")
CONJUNCTION = re.compile(
    r"(?<!\s)\s+(?=(?:and|or|but|that|which|who|whom|whose|if|unless|until|where|when|whether|because|except|than|provided"
    r"|pursuant|including|in accordance with|in connection with|with respect to|to the extent|as a result of)\s)"
)
PREPOSITION = re.compile(
    r"(?<!\s)\s+(?=(?:of|to|in|for|by|with|from|on|at|under|upon|as|into|through|after|before|during|between|among|without"
    r"|shall|will|may|must|is|are|has|have)\s)"
)
# no noun stands apart from "the", nor a verb from "not" or "to"
WORD = re.compile(
    r"(?<![\s(“\"])(?<!\bthe)(?<!\ba)(?<!\ban)(?<!\bof)(?<!\bto)(?<!\bany)(?<!\bsuch)(?<!\bits)(?<!\bnot)(?<!\bin)(?<!\bby)"
    r"(?<!\bSection)(?<!\bArticle)(?<!\bclause)(?<!\bclauses)\s+"
)
SPACE = re.compile(r"\s+")
# where a sentence is cut, best first, with the share of a part that stays uncut; the first ones outside of brackets
OUTSIDE = (
    (BULLET, 0.15),
    (SEMICOLON, 0.15),
    (ITEM_BEHIND, 0.15),
    (PART, 0.3),
    (COMMA, 0.4),
    (IN_FRONT, 0.6),
    (BEHIND, 0.6),
)
INSIDE = ((SEMICOLON, 0.4), (LABELLED_ITEM, 0.4), (PART, 0.5), (COMMA, 0.6))
ANYWHERE = ((CONJUNCTION, 0.5), (COMMA, 0.6), (PREPOSITION, 0.6), (WORD, 0.75), (SPACE, 0.25))
_Kind = tuple[tuple[tuple[re.Pattern[str], float], ...], bool | None]
PLACES: Sequence[_Kind] = ((OUTSIDE, False), (INSIDE, True), (ANYWHERE, None))
"""All of these, with whether they stand in brackets."""
JOINTS = (PART, COMMA, CONJUNCTION)
"""Patterns whose matches between short members of an enumeration come last."""
MEMBER = re.compile(r"(?:and\s+|or\s+)?(?:[\w’'&./-]+\s+){0,3}?[\w’'&./-]+(?:,|\s+(?:and|or)\s|\s*/\s)")
"""Matches a member of an enumeration behind a comma, with what stands behind it: "stolen or", "and destroyed,"."""
MEMBER_IN_FRONT = re.compile(r"(?:,|\b(?:and|or))\s+(?:[\w’'&./-]+\s+){0,2}[\w’'&./-]+\Z")
"""Matches a member of an enumeration in front of a comma."""
MEMBER_LENGTH = 60
"""Characters of the longest member."""
ASIDE = re.compile(
    r"(?:,|\b(?:and|or))\s+(?:as|if|in|on|to|at|by|with|without|from|including|directly|respectively|however|whether"
    r"|among|collectively|each|when|where|upon|for|of|until|unless)\b"
)
"""Matches what a sentence has between commas and is no member of an enumeration: ", as applicable"."""
LABELS_BEHIND = re.compile(
    r"\s{1,9}(?P<label>(?:\((?:[ivxlIVXL]{1,6}|[A-Za-z])\),?\s{1,9}(?:(?:and|or)\s{1,9})?){1,4}"
    r"|(?<=[,;:—]\s)\(\d{1,2}\)\s{1,9}|(?<=\b(?:if|to|or)\s)\(\d\)\s{1,9}|(?<=\b(?:and|not)\s)\(\d\)\s{1,9})\Z"
)
"""Matches the labels in front of a place; a number behind another word only says it again: "seven (7)"."""
LONGEST_LABELS = 60
"""Characters of the longest match of LABELS_BEHIND."""
CITING = re.compile(
    r"(?i)\b(?:sub-?)?(?:clause|section|paragraph|item|article)s?(?:\s\d[\d.]{0,9})?(?:\s\(\w{1,5}\)\s(?:through|to))?\Z"
)
"""Matches what stands in front of a label that a sentence cites: "clause | (ii)", "clauses (i) through | (iv)"."""
CITES_ON = re.compile(r"(?:(?:and|or|through|to)\s)?\(\w{1,4}\)|(?:of|above|below|hereof|thereof)\b")
"""Matches what goes on with a label that a sentence cites: "clauses (a) | through (d)", "clause (i) | hereof"."""
AGREES = re.compile(r"(?i:\bagree[sd]?)\b[^.;:]{0,60}:\s*\Z")
"""Matches the end of the words by which the parties agree: "The parties agree as follows:"."""


class Brackets:
    """The brackets of a range that close in it; "(a)" is too short to matter."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.starts: list[int] = []
        self.ends: list[int] = []
        waiting: list[int] = []
        for match in BRACKET.finditer(text, start, end):
            if match[0] == "(":
                waiting.append(match.start())
            elif waiting:
                opened = waiting.pop()
                while self.starts and self.starts[-1] > opened:
                    self.starts.pop()
                    self.ends.pop()
                self.starts.append(opened)
                self.ends.append(match.end())

    def hold(self, at: int) -> bool:
        """Return whether a place is in brackets."""
        index = bisect_right(self.starts, at - 1) - 1
        return index >= 0 and at < self.ends[index]


def items(text: str, start: int, end: int, *, whole: int = 0) -> list[int]:
    """Return the places in front of items and behind semicolons: "the oil; | the wick; and | (iii) the glass".

    Args:
        text: the stored text.
        start: offset of the first character of the sentence.
        end: offset behind its last character.
        whole: characters of a sentence without labels that is not cut behind one or two semicolons.
    """
    places = _outside(text, start, end, [match.end() for match in ITEM.finditer(text, start, end)])
    if places and places[0] - start <= SHORT_LEAD and text[start : places[0]].rstrip().endswith(":"):
        del places[0]
    if end - start > whole or len(places) >= LISTED or labelled(text, start, end):
        return places
    return [at for at in places if BEGINS_ITEM.match(text, at)]


def between_items(text: str, start: int, end: int) -> list[int]:
    """Return the places behind semicolons where labelled items begin or end: "(i) oil; glass; | (ii) a wick".

    What holds for all items of a list begins a part, too: "(ii) a wick; | in each case of the keeper's own".

    Args:
        text: the stored text.
        start: offset of the first character of the sentence.
        end: offset behind its last character.
    """
    places = items(text, start, end)
    labels = [at for at in places if BEGINS_ITEM.match(text, at)]
    if len(labels) < LISTED - 1:
        return []
    return sorted([*labels, *(at for at in places if at > labels[-1] and FOR_ALL.match(text, at))])


def provisos(text: str, start: int, end: int) -> list[int]:
    """Return the places in front of the provisos of a sentence: "lights it; | provided that he is paid".

    Args:
        text: the stored text.
        start: offset of the first character of the sentence.
        end: offset behind its last character.
    """
    return _outside(text, start, end, [match.end() for match in PROVISO.finditer(text, start, end)])


def labelled(text: str, start: int, end: int, *, whole: int = 0) -> list[int]:
    """Return the places in front of the labels of items: "the oil, | (ii) the wick | and (iii) the glass".

    Args:
        text: the stored text.
        start: offset of the first character of the sentence.
        end: offset behind its last character.
        whole: characters of a sentence that is not cut at one or two labels where a part would be short: "at the
            earlier of (i) dusk or (ii) …".
    """
    if text.find("(", start, end) < 0:
        return []
    places = _outside(text, start, end, [match.end() for match in LABELLED_ITEM.finditer(text, start, end)])
    if end - start > whole or len(places) >= LISTED:
        return places
    return places if all(last - first >= SHORT_PART for first, last in pairwise([start, *places, end])) else []


def _outside(text: str, start: int, end: int, places: list[int]) -> list[int]:
    """Return the places that are in no brackets."""
    if not places:
        return places
    brackets = Brackets(text, start, end)
    return [at for at in places if not brackets.hold(at)]


def phrases(
    text: str, start: int, end: int, window: int, can_cut: Callable[[int], bool] = bool, whole: int = 0
) -> list[int]:
    """Return the best places in a sentence that has neither items nor a better end within ``window`` characters.

    Where that many characters have no place between two phrases, a part has up to ``whole`` of them: it ends at such a
    place, or with the sentence.

    Args:
        text: the stored text.
        start: offset of the first character of the sentence.
        end: offset behind its last character.
        window: characters of a part at most.
        can_cut: returns whether a cut may stand at a place, whatever the words around it; by default anywhere.
        whole: characters of a part that would else end inside of a phrase.

    Returns:
        The places, rising.
    """
    cuts: list[int] = []
    brackets = Brackets(text, start, end)
    at = start
    while end - at > window:
        last = _best(text, at, at + window, brackets, can_cut, PLACES[:1])
        if not last and (inner := _best(text, at, at + window, brackets, can_cut, PLACES[1:])):
            if end - at <= whole:
                break
            most = min(end, at + max(window, whole))
            last = next(filter(None, (_best(text, at, most, brackets, can_cut, (kind,)) for kind in PLACES[:2])), inner)
        at = _before_labels(text, last) if last else at + window
        cuts.append(at)
    return cuts


def last_words(text: str, start: int, end: int, first: int, last: int, can_cut: Callable[[int], bool]) -> int:
    """Return the best place between ``first`` and ``last`` in a sentence: what is behind it is joined to it again.

    Args:
        text: the stored text.
        start: offset of the first character of the sentence.
        end: offset behind its last character.
        first: offset of the first place.
        last: offset of the last place.
        can_cut: returns whether a cut may stand at a place, whatever the words around it.
    """
    at = _best(text, max(start, first), min(end, last), Brackets(text, start, end), can_cut)
    return _before_labels(text, at) if at else 0


def _best(
    text: str, at: int, end: int, brackets: Brackets, can_cut: Callable[[int], bool], kinds: Sequence[_Kind] = PLACES
) -> int:
    """Return the best place of some kinds in a range; 0 where there is none, not even a space."""
    for ways, inside in kinds:
        for pattern, least in ways:
            places = [match.end() for match in pattern.finditer(text, at + int((end - at) * least), end)]
            if inside is not None:
                places = [place for place in places if brackets.hold(place) == inside]
            if pattern in JOINTS and (pattern is not COMMA or inside is not None):
                places = [place for place in places if not _enumerates(text, place)]
            if best := next((at for at in reversed(places) if can_cut(at) and not _cites_on(text, at)), 0):
                return best
    return 0


def _cites_on(text: str, at: int) -> bool:
    """Return whether a sentence cites the label in front of a place together with what is behind it."""
    labels = LABELS_BEHIND.search(text, max(0, at - LONGEST_LABELS), at) if CITES_ON.match(text, at) else None
    return labels is not None and _is_cited(text, labels.start())


def _is_cited(text: str, at: int) -> bool:
    """Return whether a sentence cites the label behind a place: "the preceding clause| (ii)"."""
    return CITING.search(text, max(0, at - LONGEST_LABELS), at) is not None


def _enumerates(text: str, at: int) -> bool:
    """Return whether a comma in front of ``at`` stands between the members of an enumeration, one of which is short."""
    behind = MEMBER.match(text, at, at + MEMBER_LENGTH)
    if behind:
        return True
    before = text[max(0, at - MEMBER_LENGTH) : at].rstrip().rstrip(",—:")
    member = MEMBER_IN_FRONT.search(before)
    joined = text.startswith(("and ", "or "), at)
    return joined and member is not None and not ASIDE.match(before, member.start())


def _before_labels(text: str, at: int) -> int:
    """Return a place for a cut that is not behind the label of an item: "…, and | (iii) the oil".

    It may be behind a label that the sentence cites: "in the case of clause (iii), | the oil".
    """
    labels = LABELS_BEHIND.search(text, max(0, at - LONGEST_LABELS), at)
    return labels.start("label") if labels and not _is_cited(text, labels.start()) else at
