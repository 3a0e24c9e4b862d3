"""Check a text against corpora: every citation and quotation of it gets a verdict."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from piperoll.check import attach, mentions
from piperoll.check.cited import Answer, Cited
from piperoll.check.compare import FALSE, Compared, Verdict, alone, attached, best_of, compare
from piperoll.check.everywhere import Edition, look_for
from piperoll.check.memo import Memo
from piperoll.check.mentions import Mention
from piperoll.check.quotations import Quotation, find, masked
from piperoll.check.wording import Wording
from piperoll.corpora import registry
from piperoll.search import document_titles
from piperoll.store import editions
from piperoll.store.connection import Connection
from piperoll.store.corpora import Corpus

MOST_QUOTATIONS = 5_000
"""Quotations of one text that are compared, the first ones."""
IN_DOCUMENT = ("verbatim", "older", "elsewhere")
"""What a quotation is compared as that stands word by word in the cited document: it is looked for nowhere else."""
BEST = ("verbatim", "repealed", "misattributed", "altered", "not_found", "unchecked")
"""Verdicts on one thing by several corpora: which one counts."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A citation or a quotation in the text, with its verdict."""

    start: int
    end: int
    quoted: bool
    verdict: Verdict

    def shown(self, text: str) -> dict[str, Any]:
        """Return it as ``--json`` prints it."""
        told = self.verdict
        return {
            "text": text[self.start : self.end],
            "start": self.start,
            "end": self.end,
            "verdict": told.verdict,
            "document": told.document,
            "path": told.path,
            "detail": told.detail,
        }


def check(connection: Connection, corpora: Sequence[Corpus], memo: Memo, day: date) -> list[dict[str, Any]]:
    """Return the citations and quotations of a text in its order: text, start, end, verdict, document, path, detail.

    Args:
        connection: to the database.
        corpora: against whose published editions it is checked.
        memo: the text.
        day: on which what is cited must be in force.

    Raises:
        UsageError: a corpus has published nothing.
    """
    quotations = find(memo.text, memo.blocks)
    plain = masked(memo.text, quotations)
    by_corpus = [_of_corpus(connection, corpus, memo.text, plain, quotations, day) for corpus in corpora]
    quoted = [_merged([found[0][place] for found in by_corpus]) for place in range(len(quotations))]
    cited = _apart([one for found in by_corpus for one in found[1]])
    every = sorted([*quoted, *cited], key=lambda one: (one.start, one.end))
    return [one.shown(memo.text) for one in every]


def _merged(found: Sequence[Checked]) -> Checked:
    """Return the verdict of that corpus which knows best what is quoted."""
    best = min(found, key=lambda one: (not one.verdict.certain, BEST.index(one.verdict.verdict)))
    if best.verdict.certain and best.verdict.verdict in ("not_found", "altered"):
        there = next((one.verdict for one in found if one.verdict.verdict == "verbatim"), None)
        if there and best.verdict.verdict == "not_found":
            detail = f"It stands in {there.document} {there.path}."
            told = Verdict("misattributed", there.document, there.path, detail, True)
            return Checked(best.start, best.end, True, told)
    return best


def _apart(found: Sequence[Checked]) -> list[Checked]:
    """Return the citations that corpora find, of those that overlap the one that is known best."""
    kept: list[Checked] = []
    for one in sorted(found, key=lambda one: (one.start, one.end)):
        same = kept and kept[-1].end > one.start and kept[-1].verdict.document != one.verdict.document
        if not same:
            kept.append(one)
        elif _rank(one) < _rank(kept[-1]):
            kept[-1] = one
    return list({(one.start, one.end, one.verdict.path, one.verdict.verdict): one for one in kept}.values())


def _rank(one: Checked) -> tuple[bool, int]:
    return not one.verdict.document, BEST.index(one.verdict.verdict)


def _of_corpus(
    connection: Connection, corpus: Corpus, text: str, plain: str, quotations: Sequence[Quotation], day: date
) -> tuple[list[Checked], list[Checked]]:
    """Return the verdicts of one corpus on the quotations, and on the citations that its family reads."""
    edition = Edition(connection, corpus, editions.seen(corpus), day)
    known = document_titles.of_edition(connection, corpus, edition.number)
    found = mentions.find(text, plain, registry.get(corpus.profile), known, corpus.language)
    read = quotations[:MOST_QUOTATIONS]
    wordings = [Wording(one.text(text)) for one in read]
    groups = attach.attach(plain, read, found)
    of_mention: dict[int, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        for mention in group:
            of_mention[mention].append(place)
    compared: dict[int, dict[int, Compared]] = defaultdict(dict)
    answers: dict[int, Answer] = {}
    for mention, answer in Cited(edition, known).look_up(found):
        for place in of_mention.get(mention, ()):
            compared[place][mention] = compare(wordings[place], answer)
        answers[mention] = answer
    verdicts = _on_quotations(edition, wordings, compared)
    late = Verdict("unchecked", None, None, f"Only the first {MOST_QUOTATIONS:,} quotations are compared.")
    quoted = [
        Checked(one.start, one.end, True, verdicts[place] if place < len(verdicts) else late)
        for place, one in enumerate(quotations)
    ]
    cited = [
        Checked(one.start, one.end, False, _on_citation(answers[place], place, of_mention[place], compared, verdicts))
        for place, one in enumerate(found)
        if _is_shown(one, of_mention[place])
    ]
    return quoted, cited


def _is_shown(one: Mention, quotations: Sequence[int]) -> bool:
    """Return whether a mention is a citation, and not just the title of a document in a sentence."""
    return bool(one.target or one.path or quotations) and (one.kind != "title" or bool(one.path or quotations))


def _on_quotations(
    edition: Edition, wordings: Sequence[Wording], compared: dict[int, dict[int, Compared]]
) -> list[Verdict]:
    best = {place: best_of(list(of.values())) for place, of in compared.items()}
    there = {place for place, one in best.items() if one.kind in IN_DOCUMENT}
    missing = [place for place, one in enumerate(wordings) if one.plain.letters and place not in there]
    found = dict(zip(missing, look_for(edition, [wordings[place] for place in missing]), strict=True))
    return [
        attached(wording, best[place], found.get(place))
        if place in best
        else alone(wording, found.get(place), edition.corpus.name)
        for place, wording in enumerate(wordings)
    ]


def _on_citation(
    answer: Answer, mention: int, quotations: Sequence[int], compared: dict[int, dict[int, Compared]],
    verdicts: Sequence[Verdict],
) -> Verdict:  # fmt: skip
    """Return the verdict on a citation: its own, else that on what is quoted from it."""
    path = answer.path
    if answer.verdict:
        return Verdict(answer.verdict, answer.document, path, answer.detail, answer.structure is not None)
    own = [place for place in quotations if compared[place][mention].kind == "verbatim"]
    wrong = [verdicts[place] for place in quotations if verdicts[place].verdict in FALSE]
    if wrong:
        return Verdict(wrong[0].verdict, answer.document, path, "See what is quoted from it.", True)
    if own:
        return Verdict("verbatim", answer.document, path, "", True)
    return Verdict("unchecked", answer.document, path, "It exists and is in force; no words are quoted from it.", True)
