"""The questions of the benchmarks, each with the ranges of characters that answer it, and other ways to put them."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from piperoll.evaluate import formats
from piperoll.evaluate.gold import Gold, Place, Query, objects
from piperoll.hashing import digest
from piperoll.ranges import Range

ROOT = Path(__file__).resolve().parents[1]
PRIVACY = "privacy_qa"
SEED = 0
"""Of what is drawn."""


def legalbench(folder: Path) -> Gold:
    """The queries of LegalBench-RAG, with those of the repository about its privacy policies.

    Where two documents are the same byte for byte, what stands in one stands in the other: either is right. So is the
    document of another query with the same words.
    """
    read = list(formats.read(folder / "benchmarks").queries)
    for file in sorted((ROOT / "gold").glob("privacy-qa*.json*")):
        read += [replace(one, id=f"{file.stem} {one.id}", set=PRIVACY) for one in formats.read(file).queries]
    twins = _twins(folder / "corpus")
    alike: defaultdict[str, list[Query]] = defaultdict(list)
    for query in read:
        alike[query.text].append(query)
    return Gold("legalbench-rag", [_either(query, alike[query.text], twins) for query in read])


def _twins(corpus: Path) -> Mapping[str, Sequence[str]]:
    """By source, the sources of documents with the same bytes."""
    alike: defaultdict[bytes, list[str]] = defaultdict(list)
    for path in sorted(corpus.glob("*/*.txt")):
        alike[digest(path.read_bytes())].append(path.relative_to(corpus).as_posix())
    return {one: same for same in alike.values() if len(same) > 1 for one in same}


def _either(query: Query, alike: Sequence[Query], twins: Mapping[str, Sequence[str]]) -> Query:
    """``query``, each answer with those that are equally right; those of other queries count in their order."""
    others = [one for one in alike if one is not query]
    found = []
    for number, answer in enumerate(query.answers):
        places = [*answer, *(place for one in others for place in chain(*one.answers[number : number + 1]))]
        copies = [replace(one, document=twin) for one in places for twin in twins.get(one.document, [one.document])]
        found.append(tuple(dict.fromkeys(copies)))
    return replace(query, answers=tuple(found))


def terms(folder: Path, *, within: bool) -> Gold:
    """The statements of terms-eval, each with the clause that proves it.

    What was marked for the same statement about the same service is equally right, and so are the same words elsewhere.

    Args:
        within: each is searched in the documents of its service; else in all, with the name of the service in front.
    """
    rows = [row for _, row in objects(folder / "gold.jsonl")]
    marked: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
    for row in rows:
        spans = [(row["start"], row["end"]), *map(tuple, row.get("other_spans", ()))]
        marked[row["service"], row["query"]] += [Place(row["file"], span=span) for span in spans]
        for file in row.get("also_in", ()):
            text = (folder / file).read_text(encoding="utf-8")
            marked[row["service"], row["query"]] += [Place(file, span=span) for span in by_letters(text, row["quote"])]
    return Gold("terms-eval", [
        Query(
            id=row["id"],
            text=row["query"] if within else f"{row['service']}: {row['query']}",
            answers=(tuple(dict.fromkeys(marked[row["service"], row["query"]])),),
            filters={"where": [f"service={row['service']}"]} if within else {},
            set="terms-eval",
        )
        for row in rows
    ])  # fmt: skip


def by_letters(text: str, quote: str) -> Iterator[Range]:
    """Where ``quote`` stands in ``text``, by letters and digits alone, whatever their case."""
    places = [place for place, character in enumerate(text) if character.isalnum()]
    letters = "".join(text[place].lower()[0] for place in places)
    wanted = "".join(character.lower()[0] for character in quote if character.isalnum())
    at = letters.find(wanted)
    while at >= 0:
        yield places[at], places[at + len(wanted) - 1] + 1
        at = letters.find(wanted, at + len(wanted))


def ranged(gold: Gold, chunks: Iterable[Mapping[str, Any]]) -> Gold:
    """The answers as ranges of the text of a source, which for units and whole documents the chunks have."""
    wanted = {(place.document, place.path or "") for query in gold.queries for one in query.answers for place in one}
    ranges: dict[tuple[str, str], tuple[str, int, int]] = {}
    source_of: dict[str, str] = {}
    for chunk in chunks:
        source_of[chunk["document"]] = chunk["source"]
        parts = chunk["path"].split(".")
        paths = ["", *(".".join(parts[:depth]) for depth in range(1, len(parts) + 1))]
        for place in wanted & {(chunk[name], path) for name in ("document", "source") for path in paths}:
            source, start, end = ranges.get(place, (chunk["source"], chunk["start"], chunk["end"]))
            ranges[place] = source, min(start, chunk["start"]), max(end, chunk["end"])

    def of(place: Place) -> Place:
        if place.span:
            return replace(place, document=source_of.get(place.document, place.document))
        source, *span = ranges[place.document, place.path or ""]
        return Place(source, span=(span[0], span[1]))

    return replace(gold, queries=[
        replace(query, answers=tuple(tuple(map(of, answer)) for answer in query.answers)) for query in gold.queries
    ])  # fmt: skip


def drawn(gold: Gold, queries: int) -> Gold:
    """So many queries of each data set, drawn by a fixed seed; 0: all."""
    if not queries:
        return gold
    of_sets = {name: [one for one in gold.queries if one.set == name] for name in gold.sets}
    chosen = [one for every in of_sets.values() for one in random.Random(SEED).sample(every, min(queries, len(every)))]
    return replace(gold, queries=chosen)


def about(gold: Gold, sources: Iterable[str]) -> Gold:
    """The queries whose answers stand in these documents, without the places that stand in others."""
    known = set(sources)
    found = []
    for query in gold.queries:
        answers = tuple(tuple(place for place in answer if place.document in known) for answer in query.answers)
        if all(answers):
            found.append(replace(query, answers=answers))
    return replace(gold, queries=found)


@dataclass(frozen=True, slots=True)
class Named:
    """A query that names its document first: "Consider TITLE; QUESTION"."""

    title: str
    question: str

    @property
    def bare(self) -> str:
        """The title without its article."""
        return self.title.removeprefix("the ")

    @property
    def parties(self) -> str:
        """The title without the type of the document: what follows "between" or "of", or stands before "'s"."""
        match = TYPED.fullmatch(self.bare) or OWNED.fullmatch(self.bare)
        return match["parties"] if match else self.bare

    @property
    def first_party(self) -> str:
        """Of several parties the first, by its name alone."""
        first = NEXT_PARTY.split(self.parties.partition(" and ")[0])[0]
        return first.removeprefix("Parent ").strip("\"' ")


TYPED = re.compile(r"(?P<type>.+?) (?:between|of|with|by|from) (?P<parties>.+)")
"""'Reseller Agreement between PivX Corporation and Detto Technologies'"""
OWNED = re.compile(r"(?P<parties>.+?)['’]s? (?P<type>.+)")
"""'UALR's Non-Disclosure Agreement'"""
NEXT_PARTY = re.compile(r", (?!(?:inc|llc|l\.l\.c|ltd|limited|corp|co|lp|l\.p|n\.a|s\.a|plc)\b)", re.IGNORECASE)
"""A comma that ends a name: 'Gunston Consulting, LLC, Medalist Diversified REIT, Inc.'"""
CONSIDER = re.compile(r"Consider (?P<title>[^;]+); (?P<question>.+)", re.DOTALL)
WORD = re.compile(r"\w{2,}")
DISTINCTIVE = 2
"""Words of a title that are left of it, those which the fewest other titles have."""

FORMS: Mapping[str, Callable[[Named], str]] = {
    "title last": lambda one: f"{one.question} Consider {one.title.rstrip('.')}.",
    "QUESTION (TITLE)": lambda one: f"{one.question} ({one.bare})",
    "In the matter of …": lambda one: f"In the matter of the agreement called {one.bare}: {one.question}",
    "Regarding …": lambda one: f"Regarding {one.title}, {one.question}",
    "according to …": lambda one: f"{one.question} according to {one.title}",
    "lower case": lambda one: f"consider {one.title}; {one.question}".lower(),
    "without the type": lambda one: f"Consider {one.parties}; {one.question}",
    "first party": lambda one: f"Consider {one.first_party}; {one.question}",
}


def rephrased(gold: Gold) -> dict[str, Gold]:
    """The queries as they are under "as given", and in other forms; those that name no document first are left out."""
    named = [(query, Named(**found.groupdict())) for query in gold.queries if (found := CONSIDER.fullmatch(query.text))]
    words = Counter(word for title in {one.title for _, one in named} for word in set(_words(title)))
    forms = FORMS | {
        f"{DISTINCTIVE} words of the title": lambda one: f"Consider {_distinctive(one.title, words)}; {one.question}"
    }
    return {"as given": replace(gold, queries=[query for query, _ in named])} | {
        name: replace(gold, queries=[replace(query, text=form(one)) for query, one in named])
        for name, form in forms.items()
    }


def _words(title: str) -> list[str]:
    return [word.lower() for word in WORD.findall(title)]


def _distinctive(title: str, titles: Mapping[str, int]) -> str:
    """The words of ``title`` that are in the fewest titles, as they stand in it; of equal ones the first."""
    found = list(dict.fromkeys(WORD.findall(title)))
    rarest = set(sorted(found, key=lambda word: titles[word.lower()])[:DISTINCTIVE])
    return " ".join(word for word in found if word in rarest)
