"""The gate at work: a good edition, three that are damaged, and a good change, each by a reindex of its own process.

    python -m benchmarks.gate SOURCE PROFILE GOLD DATA [--metric ndcg@10] [--files N]

Copies SOURCE (a folder; only N of its files, first those that GOLD names) and indexes it in an embedded Postgres in the
folder DATA, where a second run finds the vectors. Then, one after another:

* headers: the profile gives no headers any more
* tenth: it sets one chunk in ten aside
* tokeniser: words are not stemmed any more, as if the language were not known
* addition: every document says one thing more, which is no damage

Prints for each the exit code of `piperoll reindex`, the metric of the published edition and of the new one, and how
many questions fell. What was held back is mended before the next one, by a run without a change.
"""

import argparse
import multiprocessing
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from piperoll.cli import app
from piperoll.corpora import registry
from piperoll.evaluate import records
from piperoll.evaluate.compare import compare
from piperoll.model import Chunk, Document, SetAside
from piperoll.settings import load
from piperoll.store import corpora, evaluations
from piperoll.store.connection import Connection, open_database
from piperoll.store.corpora import Corpus
from piperoll.text.tokens import estimate

CORPUS = "gate"
TENTH = 10
ADDITION = "This was added, and says nothing that anyone asks for."
COLUMNS = "{:<12} {:>4} {:>8} {:>8} {:>8} {:>6} {:>4}"


def headers(document: Document) -> Document:
    return replace(document, chunks=[replace(chunk, header="") for chunk in document.chunks])


def tenth(document: Document) -> Document:
    lost = document.chunks[TENTH - 1 :: TENTH]
    aside = [SetAside(chunk.start, chunk.end, "page_header") for chunk in lost]
    kept = [chunk for number, chunk in enumerate(document.chunks, 1) if number % TENTH]
    return replace(document, chunks=kept, set_aside=[*document.set_aside, *aside])


def tokeniser(document: Document) -> Document:
    return document


def addition(document: Document) -> Document:
    if not document.chunks:
        return document
    text = f"{document.text}\n\n{ADDITION}"
    start, tokens = len(text) - len(ADDITION), estimate(ADDITION)
    more = Chunk("added", "ADDED", document.title, ADDITION, start, len(text), tokens)
    return replace(document, text=text, chunks=[*document.chunks, more])


CHANGES: dict[str, Callable[[Document], Document]] = {
    one.__name__: one for one in (headers, tenth, tokeniser, addition)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("profile")
    parser.add_argument("gold", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--metric", default="ndcg@10")
    parser.add_argument("--files", type=int, default=0)
    asked = parser.parse_args()
    data = asked.data.resolve()
    folder = copied(asked.source, asked.gold, data / "source", asked.files)
    gold = shutil.copy(asked.gold, data / f"gold{asked.gold.suffix}")
    config = data / "piperoll.toml"
    config.write_text(
        f"[corpus.{CORPUS}]\nsource = {str(folder)!r}\nprofile = {asked.profile!r}\n"
        f"gold = {str(gold)!r}\ngate_metric = {asked.metric!r}\n",
        encoding="utf-8",
    )
    for name in ("PIPEROLL_DSN", "PIPEROLL_WORKSPACE"):
        os.environ.pop(name, None)
    os.environ |= {"PIPEROLL_DATA_DIR": str(data), "PIPEROLL_CONFIG": str(config)}
    print(COLUMNS.format("change", "exit", "before", "after", "differ", "fell", "of"))
    change(asked.profile, "", asked.metric)
    for name in CHANGES:
        held_back = change(asked.profile, name, asked.metric)
        if held_back:
            change(asked.profile, "", asked.metric)


def copied(source: Path, gold: Path, folder: Path, files: int) -> Path:
    """The files of a folder, or so many of them, first those that the gold set names, where they may be changed."""
    shutil.rmtree(folder, ignore_errors=True)
    named = gold.read_text(encoding="utf-8")
    every = [path for path in sorted(source.rglob("*")) if path.is_file()]
    every.sort(key=lambda path: path.relative_to(source).as_posix() not in named)
    for path in every[: files or None]:
        place = folder / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    return folder


def reindexed(profile: str, name: str) -> int:
    """The exit code of `piperoll reindex`, in a process whose profile is changed so."""
    process = multiprocessing.get_context("spawn").Process(target=_reindex, args=(profile, name))
    process.start()
    process.join()
    return process.exitcode or 0


def _reindex(profile: str, name: str) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if name:
        family: Any = type(registry.get(profile))
        read, make = family.read, CHANGES[name]

        def changed(self: Any, data: bytes, source: str) -> Iterator[Document]:
            return map(make, read(self, data, source))

        family.read = changed
        family.version += 1 + list(CHANGES).index(name)  # one that no other change has: all is parsed again
        if name == tokeniser.__name__:
            family.language = "simple"
    app(["reindex", CORPUS, "--json", "--allow-shrink"])


def change(profile: str, name: str, metric: str) -> int:
    """Make a change and print what the gate says of it, against the edition that was published; the exit code."""
    with open_database(load()) as database, database.connect(autocommit=True) as connection:
        known = corpora.find(connection, CORPUS)
        published = known.published_edition if known else 0
        exit_code = reindexed(profile, name)
        corpus = corpora.get(connection, CORPUS)
        newest = corpus.built_edition
        cells = compared(connection, corpus, published, newest, metric) if published not in (0, newest) else [""] * 5
    print(COLUMNS.format(name or "none", exit_code, *cells), flush=True)
    return exit_code


def compared(connection: Connection, corpus: Corpus, before: int, after: int, metric: str) -> list[object]:
    """The metric in two editions, as the gate measured it, and the questions that fell."""
    old, new = (records.kept(connection, one) for one in evaluations.pair(connection, corpus, before, after))
    found = compare(old, new, metric)
    of = found.of(metric)[-1]
    return [f"{of.before:.3f}", f"{of.after:.3f}", f"{of.difference:+.3f}", len(found.fell), of.queries]


if __name__ == "__main__":
    main()
