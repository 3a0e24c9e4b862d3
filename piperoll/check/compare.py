"""Compare a quotation with what it is said to be of, and give the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass

from piperoll.check.cited import Answer
from piperoll.check.everywhere import Found, TooCommon
from piperoll.check.nearest import difference, nearest
from piperoll.check.places import Place, Structure
from piperoll.check.wording import Wording

FALSE = frozenset({"altered", "misattributed", "repealed", "not_found"})
"""The verdicts that say that something in the text is wrong."""
SHORT = 8
"""Words below which a quotation that the cited place nearly has is taken to be of it, wherever else it stands."""
CLEARLY = 0.75
"""Share of the words from which on the place nearly has it."""
LEAST_ALONE = 5
"""Words from which on a quotation without a citation is looked for everywhere."""
QUALITY = ("verbatim", "older", "elsewhere", "near", "near_elsewhere", "none")


@dataclass(frozen=True, slots=True)
class Compared:
    """Hold what came of comparing a quotation with one citation."""

    kind: str
    """One of QUALITY, the best first."""
    answer: Answer
    path: str | None = None
    share: float = 0.0
    text: str = ""
    """What stands there."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict with the document and the place that it is about, and why."""

    verdict: str
    document: str | None = None
    path: str | None = None
    detail: str = ""
    certain: bool = False
    """Whether what is cited is in the corpus: then no other corpus knows better."""


def compare(wording: Wording, answer: Answer) -> Compared:
    """Compare a quotation with the document and the place that are cited."""
    structure = answer.structure
    if structure is None:
        return Compared("none", answer)
    places = answer.places or (() if answer.path else (Place("", 0, len(structure.text), True),))
    if found := _in(wording, structure, places):
        return Compared("verbatim", answer, answer.path or structure.at(*found), 1.0)
    for version, other in answer.older:
        if _in(wording, other, other.find(answer.path) if answer.path else [Place("", 0, len(other.text), True)]):
            when = f"from {version.valid_from}" if version.valid_from else "on another day"
            when += f" until {version.valid_to}" if version.valid_to else ""
            return Compared("older", answer, answer.path, 1.0, detail=f"It is the wording valid {when}.")
    near = [one for place in places if (one := nearest(wording.plain, structure.plain, place.start, place.end))]
    best = max(near, default=None)
    share, text = (best[0], structure.text[best[1] : best[2]]) if best else (0.0, "")
    if span := wording.find(structure.plain):
        path = structure.at(*structure.plain.span(*span))
        return Compared("elsewhere", answer, path, share, text)
    if best:
        return Compared("near", answer, answer.path or structure.at(best[1], best[2]), share, text)
    if answer.path and (one := nearest(wording.plain, structure.plain, 0, len(structure.text))):
        return Compared("near_elsewhere", answer, structure.at(one[1], one[2]), one[0], structure.text[one[1] : one[2]])
    return Compared("none", answer)


def _in(wording: Wording, structure: Structure, places: Sequence[Place]) -> tuple[int, int] | None:
    """Return where a quotation stands in one of the places, or runs into it or out of it, as a range of the text."""
    size = len(wording.plain.letters)
    for plain in structure.readings():
        for place in places:
            first, last = plain.letters_in(place.start, place.end)
            if found := wording.find(plain, max(0, first - size + 1), last):
                return plain.span(*found)
    return None


def best_of(compared: Sequence[Compared]) -> Compared:
    """Return what a quotation agrees with best, of the citations that it may be of."""
    return min(compared, key=lambda one: (QUALITY.index(one.kind), -one.share))


def attached(wording: Wording, compared: Compared, found: Found | TooCommon | None) -> Verdict:
    """Return the verdict on a quotation that is of a citation.

    Args:
        wording: the quotation.
        compared: with what is cited.
        found: where the corpus has it, word by word or nearly.
    """
    answer = compared.answer
    document, cited = answer.document, " ".join(part for part in (answer.document, answer.path) if part)
    exact = isinstance(found, Found) and found.share == 1
    if compared.kind == "verbatim":
        told = answer.detail if answer.verdict == "repealed" else ""
        return Verdict("repealed" if told else "verbatim", document, compared.path, told, True)
    if compared.kind == "older":
        return Verdict("repealed", document, compared.path, compared.detail, True)
    if answer.structure is None and answer.verdict != "not_found":
        return _unknown(answer, found)
    changed = f"{cited} has: {difference(compared.text, wording.text)}" if compared.text else ""
    if (exact or compared.kind == "elsewhere") and not _short_and_near(wording, compared):
        there, path = document, compared.path
        if compared.kind != "elsewhere" and isinstance(found, Found):
            there, path = found.document, found.path
        but = f", not in {cited}" if cited else ""
        return Verdict("misattributed", there, path, f"It stands in {there} {path}{but}. {answer.detail}".strip(), True)
    if compared.kind in ("near", "elsewhere"):
        return Verdict("altered", document, answer.path or compared.path, changed, True)
    if compared.kind == "near_elsewhere":
        told = f"Nearly in {document} {compared.path}: {difference(compared.text, wording.text)}"
        return Verdict("altered", document, compared.path, f"{answer.detail} {told}".strip(), True)
    if isinstance(found, Found):
        told = f"Nearly in {found.document} {found.path}: {difference(found.text, wording.text)}"
        return Verdict("altered", found.document, found.path, f"{answer.detail} {told}".strip(), True)
    told = (
        f"Not in {document}; too common to be looked for elsewhere."
        if found and document
        else "The words stand nowhere."
    )
    return Verdict("not_found", document, answer.path, f"{answer.detail} {told}".strip(), True)


def _short_and_near(wording: Wording, compared: Compared) -> bool:
    return len(wording.plain.words) < SHORT and compared.share >= CLEARLY and bool(compared.text)


def _unknown(answer: Answer, found: Found | TooCommon | None) -> Verdict:
    """Return the verdict on a quotation of what the corpus does not have."""
    there = (
        f" The words stand in {found.document} {found.path}." if isinstance(found, Found) and found.share == 1 else ""
    )
    return Verdict(answer.verdict or "unchecked", answer.document, answer.path, f"{answer.detail}{there}")


def alone(wording: Wording, found: Found | TooCommon | None, corpus: str) -> Verdict:
    """Return the verdict on a quotation without a citation.

    Args:
        wording: the quotation.
        found: where the corpus has it, word by word or nearly.
        corpus: its name.
    """
    if isinstance(found, Found) and found.share == 1:
        told = "" if found.seen else "What it stands in is not in force."
        return Verdict("verbatim" if found.seen else "repealed", found.document, found.path, told)
    if len(wording.plain.words) < LEAST_ALONE:
        return Verdict("unchecked", None, None, "Too few words to be looked for without a citation.")
    if isinstance(found, TooCommon):
        return Verdict("unchecked", None, None, "Its words are too common to be looked for without a citation.")
    if found:
        told = f"{found.document} {found.path} has: {difference(found.text, wording.text)}"
        return Verdict("altered", found.document, found.path, told)
    return Verdict("not_found", None, None, f"The words stand nowhere in {corpus}.")
