"""Plant false citations in answers, and count what is found; and see what a question finds with its variants.

    PIPEROLL_DATA_DIR=/tmp/answers python -m benchmarks.answers [FOLDER --profile se-law --files 20]
        [--only planted variants]

The model is a server on loopback that speaks as Claude does (tests/claude.py), so nothing is said here of what a model
writes. Without a folder the examples of all families and the questions of their gold sets are taken; with one, so many
of its files, spread over all, and as questions what stands in the headers of their chunks. Prints Markdown.

planted   the server says about every block a sentence of each kind of tests/planted.py: quotations with a word altered,
          left out or exchanged, with another number, of two blocks, of another block, of a block that does not exist,
          of one word, and true ones with a number, or with words, of its own in the sentence; and true ones, which must
          be verified
variants  what is in the context of the questions of the examples' gold sets, without variants and with those of the
          server: the words the other way round, and without the first; this tests the way, and tells nothing of those
          that a model writes
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import piperoll
from piperoll import settings
from piperoll.library import CorpusReader
from tests import claude as model
from tests.planted import FALSE, TRUE, kind_of, liar

EXAMPLES = Path(__file__).parents[1] / "examples"
QUESTIONS = 20
"""Questions to the files of a folder."""
BUDGET = 1_200

Corpora = dict[str, tuple[Path, str]]


def corpora(folder: Path, chosen: argparse.Namespace) -> Corpora:
    """Return source and profile of each corpus."""
    if chosen.folder is None:
        return {gold.parent.name: (gold.parent, gold.parent.name) for gold in sorted(EXAMPLES.glob("*/gold.jsonl"))}
    from benchmarks.llm import sample

    return {chosen.profile: (sample(chosen.folder, chosen.files, folder / "source"), chosen.profile)}


def configure(folder: Path, known: Corpora, server: model.Claude, **more: Any) -> None:
    """Write the settings, and let this process read them."""
    tables: dict[str, dict[str, Any]] = {"model.m": server.settings()}
    for name, (source, profile) in known.items():
        tables[f"corpus.{name}"] = {"source": str(source), "profile": profile, "backend": "minilm", **more}
    lines = [f"[{name}]\n" + "\n".join(f"{key} = {json.dumps(one)}" for key, one in table.items())
             for name, table in tables.items()]  # fmt: skip
    (folder / "piperoll.toml").write_text("\n".join(lines), encoding="utf-8")
    os.environ |= {"PIPEROLL_CONFIG": str(folder / "piperoll.toml"), "PIPEROLL_ORCHESTRATOR": "none"}
    os.environ |= model.ENVIRONMENT
    settings.load.cache_clear()


def reindex(known: Corpora) -> None:
    """Index all corpora."""
    for name in known:
        subprocess.run([sys.executable, "-m", "piperoll.cli", "reindex", name], check=True, capture_output=True)


def questions(reader: CorpusReader, source: Path) -> Sequence[tuple[str, Any]]:
    """Return the questions of a gold set with what answers them; where there is none, the ends of headers of chunks."""
    if (gold := source / "gold.jsonl").exists():
        rows = [json.loads(line) for line in gold.read_text(encoding="utf-8").splitlines()]
        return [(row["query"], row["relevant"]) for row in rows]
    with reader.connection() as (connection, corpus):
        found = connection.execute("SELECT DISTINCT header FROM chunk WHERE corpus_id = %s ORDER BY 1", (corpus.id,))
        headers = [" ".join(header.split(" > ")[-2:]) for (header,) in found]
    return [(header, None) for header in headers[:: max(1, len(headers) // QUESTIONS)][:QUESTIONS] if header.strip()]


def planted(folder: Path, known: Corpora) -> None:
    """Print what was planted, and what was found."""
    said: dict[str, Counter[str]] = {name: Counter() for name in known}
    verified: dict[str, Counter[str]] = {name: Counter() for name in known}
    with model.claude(liar) as server:
        configure(folder, known, server, answers="m")
        for name, reader, query, _ in _asked(known):
            result = reader.ask(query, budget=BUDGET)
            if result.unanswered:
                print(f"{name}: {query!r}: {result.unanswered}", file=sys.stderr)
            for sentence in result.sentences:
                said[name][kind_of(sentence.text)] += 1
                verified[name][kind_of(sentence.text)] += sentence.verified
    print("| kind | " + " | ".join(known) + " | planted | found | false alarms |")
    print("|---|" + "---:|" * (len(known) + 3))
    for plant in (*FALSE, *TRUE):
        kind = plant.__name__
        every, good = (sum(counts[kind] for counts in one.values()) for one in (said, verified))
        cells = " | ".join(str(said[name][kind]) for name in known)
        end = f"– | – | {every - good} of {every}" if plant in TRUE else f"{every} | {every - good} | –"
        print(f"| {kind.replace('_', ' ')} | {cells} | {end} |")


def variants(folder: Path, known: Corpora) -> None:
    """Print in how many contexts the answer is, without variants and with them."""
    print("| corpus | questions | variants used | evidence in the context without | with |")
    print("|---|---:|---:|---:|---:|")
    counts: dict[str, Counter[str]] = {name: Counter() for name in known}
    with model.claude(model.by_stage) as server:
        for on in (False, True):
            configure(folder, known, server, answers="m", variants=on)
            for name, reader, query, relevant in _asked(known):
                result = reader.ask(query, budget=BUDGET)
                counts[name]["questions"] += on
                counts[name]["variants"] += len(result.variants)
                counts[name][str(on)] += _has(result.blocks, relevant)
    for name, one in counts.items():
        print(f"| {name} | {one['questions']} | {one['variants']} | {one['False']} | {one['True']} |")


def _asked(known: Corpora) -> Iterator[tuple[str, CorpusReader, str, Any]]:
    with piperoll.open(settings.load()) as base:
        for name, (source, _) in known.items():
            reader = base[name]
            yield from ((name, reader, query, relevant) for query, relevant in questions(reader, source))


def _has(blocks: Sequence[Any], relevant: Sequence[dict[str, Any]]) -> bool:
    return any(
        block.document == one["document"] and (not one.get("path") or one["path"] in block.paths)
        for block in blocks
        for one in relevant
    )


PARTS = {"planted": planted, "variants": variants}


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--profile", default="se-law")
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--only", nargs="*", choices=PARTS)
    chosen = parser.parse_args()
    folder = settings.load().data_dir
    folder.mkdir(parents=True, exist_ok=True)
    known = corpora(folder, chosen)
    with model.claude(liar) as server:
        configure(folder, known, server)
    reindex(known)
    for name in chosen.only or (["planted"] if chosen.folder else list(PARTS)):
        print(f"\n## {name}\n")
        PARTS[name](folder, known)
    shutil.rmtree(folder / "source", ignore_errors=True)


if __name__ == "__main__":
    main()
