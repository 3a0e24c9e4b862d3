"""Where a search finds the provision, paragraph or clause that a query names, in the ways in which people name it.

    python -m benchmarks.references FAMILY SOURCE [--limit FILES] [--places N] [--data-dir DIR]

Reads SOURCE as FAMILY into an embedded Postgres in a temporary folder (or in DIR, where a second run finds it), without
embedding it, draws N (30) of its places by seed, each from a document of its own, names each in every way of the
family, and searches by words, provisions among them. A hit is right if it is of that document and holds that place.
MRR is the mean of 1 / rank of the first right hit, 0 below TOP; ms is the time of a whole search, median and worst.
"""

import argparse
import random
import re
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import mean, median
from typing import Any

from psycopg.rows import dict_row

from piperoll.corpora.common.numbered import paragraph_number, paragraph_path
from piperoll.search.modes import Mode
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import Settings
from piperoll.store import corpora
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus
from tests.search.indexing import index

TOP = 20
SEED = 11
CHUNKS = """
    SELECT v.document_id, d.key, v.title, v.metadata AS about, c.path, c.metadata, c.paragraphs, c.clauses
    FROM version v JOIN document d ON d.id = v.document_id JOIN chunk c ON c.version_id = v.id
    WHERE v.corpus_id = %(corpus)s AND v.to_edition IS NULL AND c.valid_from IS NULL AND c.valid_to IS NULL
    ORDER BY v.id, c.ordinal"""
DEFINITE = {"lag": "lagen", "balk": "balken", "förordning": "förordningen", "kungörelse": "kungörelsen"}

Row = Mapping[str, Any]
Place = tuple[str, str]
"""A place as a path and as it is written."""


def provision(row: Row) -> Place | None:
    """A § of a statute."""
    known = row["metadata"]
    if not (match := re.fullmatch(r"kap(\w+)\.§(\d+)([a-z]?)", row["path"])) or known.get("section") is None:
        return None
    section = f"{match[2]} {match[3]}".strip() + " §"
    return row["path"], section if match[1] == "0" else f"{match[1]} kap. {section}"


def paragraph(row: Row) -> Place | None:
    """A numbered paragraph of a decision."""
    numbers = row["paragraphs"]
    return (paragraph_path(numbers[-1]), str(numbers[-1])) if numbers else None


def clause(row: Row) -> Place | None:
    """A numbered clause."""
    found = [one for one in row["clauses"] if re.fullmatch(r"\d+(\.\d+)*(\.[a-z])?", one)]
    if not found:
        return None
    *numbers, last = found[-1].split(".")
    return found[-1], ".".join(numbers) + f"({last})" if last.isalpha() else found[-1]


def section(row: Row) -> Place | None:
    """A section of an ordinance, or a subsection."""
    if not (match := re.fullmatch(r"s\.(\w+)(?:\.(\d+))?", row["path"])):
        return None
    return row["path"], match[1] + (f"({match[2]})" if match[2] else "")


def definite(title: str) -> str:
    """How a Swedish act is named in a sentence: "Arbetsmiljölag" → "arbetsmiljölagen"."""
    first, _, rest = re.sub(r"\s?\(\d{4}:[^)]*\)", "", title).partition(" ")
    for ending, printed in DEFINITE.items():
        if first.lower().endswith(ending):
            first = first[: len(first) - len(ending)] + printed
            break
    return f"{first[0].lower()}{first[1:]} {rest}".strip()


def party(row: Row) -> str:
    """The last party of a case that is named by two, or what is called by itself."""
    return re.split(r"\sv\.?\s", str(row["about"].get("name") or row["title"]))[-1]


WAYS: Mapping[str, tuple[Callable[[Row], Place | None], Mapping[str, Callable[[Row, str], str]]]] = {
    "se-law": (
        provision,
        {
            "3 § lagen (2010:800)": lambda row, place: f"{place} lagen ({row['key'].removeprefix('SFS ')})",
            "SFS 2010:800 3 §": lambda row, place: f"{row['key']} {place}",
            "3 § skollagen": lambda row, place: f"{place} {definite(row['title'])}",
            "Vad säger skollagen i 3 §?": lambda row, place: f"Vad säger {definite(row['title'])} i {place}?",
        },
    ),
    "hk-cases": (
        paragraph,
        {
            "[2025] HKCFI 470 at [12]": lambda row, place: f"{row['about']['citation']} at [{place}]",
            "paragraph 12 of [2025] HKCFI 470": lambda row, place: f"paragraph {place} of {row['about']['citation']}",
            "A v B at [12]": lambda row, place: f"{row['about']['name']} at [{place}]",
            "what is said in para 12 of B": lambda row, place: f"what is said in para {place} of {party(row)}",
        },
    ),
    "sst": (
        paragraph,
        {
            "2022 SCC 5 at para 12": lambda row, place: f"{row['key']} at para {place}",
            "2022 SCC 5, ¶ 12": lambda row, place: f"{row['key']}, ¶ {place}",
            "what is said in paragraph 12 of 2022 SCC 5": lambda row, place: (
                f"what is said in paragraph {place} of {row['key']}"
            ),
        },
    ),
    "hk-legislation": (
        section,
        {
            "section 4(1) of Cap. 272": lambda row, place: f"section {place} of {row['key']}",
            "Cap. 272 s 4(1)": lambda row, place: f"{row['key']} s {place}",
            "s.4(1) of the Road Traffic Ordinance": lambda row, place: f"s.{place} of the {row['title']}",
            "Road Traffic Ordinance section 4(1)": lambda row, place: f"{row['title']} section {place}",
        },
    ),
    "terms": (
        clause,
        {
            "Section 3.2 of Airbnb Terms of Service": lambda row, place: f"Section {place} of {row['title']}",
            "Airbnb Terms of Service clause 3.2": lambda row, place: f"{row['title']} clause {place}",
            "what does section 3.2 of Airbnb's Terms of Service say": lambda row, place: (
                f"what does section {place} of {row['about']['service']}'s {row['about']['type']} say"
            ),
        },
    ),
    "contracts": (
        clause,
        {
            "Section 3.2 of the Agreement between A and B": lambda row, place: f"Section {place} of the {row['title']}",
            "Agreement between A and B, clause 3.2": lambda row, place: f"{row['title']}, clause {place}",
            "what does section 3.2 of A's Agreement provide": lambda row, place: (
                f"what does section {place} of {row['about']['parties'][0]}'s {row['about']['type']} provide"
            ),
        },
    ),
}


def drawn(connection: Connection, corpus: Corpus, family: str, count: int) -> list[tuple[Row, Place]]:
    """Places of as many documents, those that have all that the family's ways of naming ask for."""
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(CHUNKS, {"corpus": corpus.id}).fetchall()
    place_of, ways = WAYS[family]
    found: dict[str, list[tuple[Row, Place]]] = {}
    for row in rows:
        if place := place_of(row):
            found.setdefault(row["key"], []).append((row, place))
    chance = random.Random(SEED)
    some: list[tuple[Row, Place]] = []
    for key in chance.sample(sorted(found), len(found)):
        row, place = chance.choice(found[key])
        try:
            for way in ways.values():
                way(row, place[1])
        except (KeyError, IndexError):
            continue
        some.append((row, place))
    return some[:count]


def holds(hit: Mapping[str, Any], row: Row, path: str) -> bool:
    """Is this hit of that document, and does it hold that place, wholly or in part?"""
    known = hit["metadata"]
    return hit["document"] == row["key"] and (
        hit["path"] == path
        or hit["path"].startswith(f"{path}.")
        or path in known.get("clauses", ())
        or paragraph_number(path) in known.get("paragraph_numbers", ())
    )


def measure(connection: Connection, corpus: Corpus, family: str, count: int) -> None:
    places = drawn(connection, corpus, family, count)
    print(f"{family}: {len(places)} places")
    print(f"{'':<56} {'MRR':>5} {'first':>5} {'in 5':>5} {'median':>7} {'worst':>7} ms")
    search(
        connection,
        corpus,
        WAYS[family][1][next(iter(WAYS[family][1]))](places[0][0], places[0][1][1]),
        SearchPlan(mode=Mode.LEXICAL),
    )
    for name, way in WAYS[family][1].items():
        ranks, times = [], []
        for row, (path, written) in places:
            began = time.perf_counter()
            hits = search(connection, corpus, way(row, written), SearchPlan(k=TOP, mode=Mode.LEXICAL))["hits"]
            times.append(1000 * (time.perf_counter() - began))
            ranks.append(next((hit["rank"] for hit in hits if holds(hit, row, path)), 0))
        share = [
            mean(1 / rank if rank else 0.0 for rank in ranks),
            *(sum(0 < rank <= n for rank in ranks) for n in (1, 5)),
        ]
        print(
            f"{name:<56} {share[0]:>5.2f} {share[1]:>5} {share[2]:>5} {median(times):>7.1f} {max(times):>7.1f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", choices=WAYS)
    parser.add_argument("source", type=Path)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--places", type=int, default=30)
    parser.add_argument("--data-dir", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=given.data_dir or Path(folder))
        with open_database(settings) as database, database.connect(autocommit=True) as connection:
            corpus = corpora.find(connection, given.family) or index(
                connection, settings, given.family, given.source.resolve(), given.family, given.limit
            )
            measure(connection, corpus, given.family, given.places)


if __name__ == "__main__":
    main()
