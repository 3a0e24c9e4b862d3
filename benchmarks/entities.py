"""Count how many of what questions name is recognised, by kind: precision and recall.

    python -m benchmarks.entities [--wrong] [--questions FILE] [--corpus NAME --as UNIVERSE]

The questions of tests/search/entities.jsonl, entities-unseen.jsonl and entities-unseen-2.jsonl say what each names in a
small universe of tests/search/universes.json.
``--wrong`` lists what was missed and what was taken for something. With ``--corpus`` the questions to UNIVERSE are
read with what that corpus of PIPEROLL_DATA_DIR has instead: thousands of titles, each of which a question may have by
chance.
"""

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from piperoll.search.entities import Kind, understood
from piperoll.search.universe import Universe, universe_of
from piperoll.settings import load
from piperoll.store import corpora, editions
from piperoll.store.company_names import Company
from piperoll.store.connection import open_database

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests" / "search"
QUESTIONS = TESTS / "entities.jsonl"
UNSEEN = TESTS / "entities-unseen.jsonl"
UNSEEN_AGAIN = TESTS / "entities-unseen-2.jsonl"
"""Written by hands that had not seen the rules."""
PROFILES = {
    "filings": "sec-10k", "judgments-uk": "hk-cases", "judgments-hk": "hk-cases", "judgments-ca": "sst",
    "statutes-se": "se-law", "terms": "terms",
}  # fmt: skip
ITEMS = "1 1A 1B 1C 2 3 4 4A 5 6 7 7A 8 9 9A 9B 9C 10 11 12 13 14 15 16".split()


@dataclass(frozen=True)
class Outcome:
    """Hold what one question names of one kind, and what was recognised."""

    question: str
    kind: Kind
    right: frozenset[str]
    found: frozenset[str]


@cache
def written_words() -> frozenset[str]:
    """Return the words that English texts have: the documentation and gold/ stand for those of a corpus.

    What only one file has may be an example of a misspelt word.
    """
    files = [*(ROOT / "docs").glob("*.md"), *(ROOT / "gold").glob("*.jsonl"), ROOT / "README.md"]
    having = Counter(
        word for file in files for word in {*re.findall(r"[^\W\d_]+", file.read_text(encoding="utf-8").casefold())}
    )
    return frozenset(word for word, count in having.items() if count > 1)


def spelled(words: Collection[str]) -> set[str]:
    """Return those of some words that are no misspelt ones."""
    return written_words().intersection(words)


def universes() -> dict[str, Universe]:
    """Return the small universes by name."""
    told: Mapping[str, Any] = json.loads((TESTS / "universes.json").read_text(encoding="utf-8"))
    return {
        name: Universe(
            profile=PROFILES[name],
            companies=[Company(id_, [id_], list(names), [sign]) for id_, sign, *names in one.get("companies", ())],
            sections=frozenset(f"ITEM_{code}" for code in ITEMS) if one.get("sections") else frozenset(),
            courts=frozenset(one.get("courts", ())),
            acts=dict(one.get("statutes", ())),
            services=one.get("services", ()),
            oldest=one["oldest"],
            newest=one["newest"],
            spelled=spelled,
        )
        for name, one in told.items()
    }


def read(file: Path = QUESTIONS) -> list[dict[str, Any]]:
    """Return the questions with what they name."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def of_corpus(name: str) -> Universe:
    """Return the universe of a corpus, without what asks the database for words."""
    with open_database(load()) as database, database.connect(autocommit=True) as connection:
        corpus = corpora.get(connection, name)
        return replace(universe_of(connection, corpus, editions.seen(corpus, None)), spelled=spelled)


def outcomes(questions: Sequence[Mapping[str, Any]], known: Mapping[str, Universe]) -> Iterator[Outcome]:
    """Yield what each question to a known universe names and what is recognised, by kind; companies by tickers."""
    for one in questions:
        if one["universe"] not in known:
            continue
        entities = understood(one["question"], known[one["universe"]])
        for kind in Kind:
            found = entities.of(kind)
            if kind is Kind.COMPANY:
                found = [company.tickers[0] for company in entities.companies]
            yield Outcome(one["question"], kind, frozenset(map(str, one.get(kind, ()))), frozenset(found))


def scores(every: Sequence[Outcome]) -> dict[Kind, tuple[int, int, int]]:
    """Return by kind how many are right of those found, how many were found, and how many there are."""
    counts: defaultdict[Kind, Counter[str]] = defaultdict(Counter)
    for one in every:
        counts[one.kind] += Counter(
            {"hit": len(one.right & one.found), "found": len(one.found), "right": len(one.right)}
        )
    return {kind: (counts[kind]["hit"], counts[kind]["found"], counts[kind]["right"]) for kind in Kind}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    parser.add_argument("--corpus")
    parser.add_argument("--as", dest="universe", default="statutes-se")
    arguments = parser.parse_args()
    known = {arguments.universe: of_corpus(arguments.corpus)} if arguments.corpus else universes()
    every = list(outcomes(read(arguments.questions), known))
    if arguments.wrong:
        for one in every:
            if one.right != one.found:
                print(f"{one.kind:8} {one.question!r} missed {sorted(one.right - one.found)} "
                      f"taken {sorted(one.found - one.right)}")  # fmt: skip
    for kind, (hit, found, right) in scores(every).items():
        print(f"{kind:8} precision {hit / max(found, 1):.3f} recall {hit / max(right, 1):.3f} of {right}")


if __name__ == "__main__":
    main()
