"""How long the chunks of judgments should be, by questions whose passage is known.

    python -m benchmarks.judgment_sizes CORPUS [CORPUS ...] --gold FILE [FILE ...] [--press FILE FILE] [--mode MODE]

The corpora are indexed from the same documents with other ``options`` (``max_characters``, ``overlap``); the first one
is what the others are compared with. GOLD as `piperoll evaluate` reads it, with answers by character range. ``--press``
adds the sentences of a press summary in Akoma Ntoso that end with the numbers of paragraphs ("[45]-[52]") of the
judgment beside it: the sentence is the query, the beginning of any of those paragraphs is the answer. The summary
itself is in no corpus.

A reader reads the hits in their order, each once, and stops where the answer ends. Printed are, with 95 % intervals of
the difference by paired bootstrap: the reciprocal rank of the first chunk with the answer, the share of questions that
are answered within 2,000 and 8,000 characters, and the median of the characters read.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

import piperoll
from piperoll.corpora.hk_cases import akn
from piperoll.evaluate import formats
from piperoll.hashing import digest
from piperoll.library import CorpusReader
from piperoll.ranges import Range
from piperoll.text.decode import decode
from piperoll.text.html import parse_xml

BUDGETS = (2_000, 8_000)
K = 100
DRAWS = 10_000
SEED = 0
BEGINNING = 100
"""Characters of a cited paragraph that stand for it."""
CITED = re.compile(r"\[(\d{1,3})\](?:\s?[-–]\s?\[(\d{1,3})\])?")
SENTENCE = re.compile(r"(?P<said>[^\[\].]{60,600})(?:\.\s*)?(?P<cited>(?:\[\d{1,3}\](?:\s?[-–,;]\s?|\s+and\s+)?)+)\.?")


@dataclass(frozen=True)
class Question:
    """A query and the places that answer it, each a document and a range; one of them is enough."""

    text: str
    answers: tuple[tuple[str, Range], ...]


def of_gold(file: Path) -> Iterator[Question]:
    """Yield the questions of a gold set whose answers are ranges."""
    for query in formats.read(file).queries:
        places = [place for answer in query.answers for place in answer if place.span]
        if places:
            yield Question(query.text, tuple((one.document, one.range) for one in places))


def of_press_summary(file: Path, judgment: Path) -> Iterator[Question]:
    """Yield the sentences of a press summary that cite paragraphs, with the beginnings of these."""
    summary, whole = (akn.read(parse_xml(decode(path.read_bytes())), path.name) for path in (file, judgment))
    starts = {mark.number: mark.start for mark in whole.marks if mark.series == 1 and mark.number}
    for match in SENTENCE.finditer(summary.text):
        numbers = {
            number
            for first, last in CITED.findall(match["cited"])
            for number in range(int(first), int(last or first) + 1)
        }
        places = [(whole.key, (starts[number], starts[number] + BEGINNING)) for number in numbers & starts.keys()]
        if places:
            yield Question(" ".join(match["said"].split()), tuple(places))


def half(question: Question) -> bool:
    """Return whether a question is of the held half: by its document, so that none has questions in both."""
    return digest(question.answers[0][0])[0] % 2 == 1


def read(corpus: CorpusReader, question: Question, mode: str) -> tuple[float, float]:
    """Return the reciprocal rank of the first hit with an answer, and the characters read to the end of the answer."""
    characters = 0
    for rank, hit in enumerate(corpus.search(question.text, k=K, mode=mode).hits, 1):
        ends = [
            end - hit.start
            for document, (start, end) in question.answers
            if document == hit.document and hit.start <= start and end <= hit.end
        ]
        if ends:
            return 1 / rank, characters + min(ends)
        characters += hit.end - hit.start
    return 0.0, float("inf")


def interval(differences: np.ndarray) -> str:
    """Return mean and 95 % interval of paired differences."""
    draws = np.random.default_rng(SEED).integers(0, len(differences), (DRAWS, len(differences)))
    low, high = np.percentile(differences[draws].mean(axis=1), [2.5, 97.5])
    return f"{differences.mean():+.3f} [{low:+.3f}, {high:+.3f}]"


def rows(names: Sequence[str], results: Sequence[np.ndarray]) -> Iterator[str]:
    """Yield the lines of the table; a result has for each question the rank, then whether each budget was enough."""
    yield "| corpus | MRR | | " + " | ".join(f"within {budget:,} | " for budget in BUDGETS) + " | median read |"
    for name, result in zip(names, results, strict=True):
        cells = []
        for column in range(1 + len(BUDGETS)):
            values, first = result[:, column], results[0][:, column]
            cells += [f"{values.mean():.3f}", interval(values - first) if result is not results[0] else ""]
        yield f"| {name} | " + " | ".join(cells) + f" | {median(result[:, -1]):,.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+")
    parser.add_argument("--gold", type=Path, nargs="+", required=True)
    parser.add_argument("--press", type=Path, nargs=2, metavar=("SUMMARY", "JUDGMENT"))
    parser.add_argument("--mode", default="hybrid")
    given = parser.parse_args()
    db = piperoll.open()
    corpora = [db[name] for name in given.corpora]
    questions = [question for file in given.gold for question in of_gold(file)]
    if given.press:
        questions += of_press_summary(*given.press)
    results = []
    for corpus in corpora:
        found = [read(corpus, question, given.mode) for question in questions]
        results.append(np.array([[rank, *(n <= budget for budget in BUDGETS), n] for rank, n in found]))
    held = np.array([half(question) for question in questions])
    for name, chosen in (("train", ~held), ("held", held), ("all", held | True)):
        print(f"\n{chosen.sum()} questions, {name}, {given.mode}\n")
        print("\n".join(rows(given.corpora, [result[chosen] for result in results])))


if __name__ == "__main__":
    main()
