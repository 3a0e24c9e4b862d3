"""Let a model write the headnotes of real judgments, with falsehoods planted in its answers, and count what is found.

    PIPEROLL_DATA_DIR=/tmp/headnotes python -m benchmarks.headnotes FOLDER [--judgments 20] [--only planted alike …]

FOLDER holds hk-cases/html, uk-cases/akn and uk-cases/headnotes.jsonl. The model is a server on loopback that speaks as
Claude does (tests/headnotes.py) and answers with sentences of the judgment, so nothing is said here of what a model
writes. Prints Markdown.

planted  all Hong Kong judgments and some British ones; a share of the statements is false, drawn by a seed; the run is
         killed by signal 9 in the middle, in batches and directly: what is found, what is flagged though it is true,
         what is paid twice
alike    the examples that each judgment gets, by the real embedding model, and how alike they are
support  sentences of a press summary that name paragraphs of its judgment: which share of their words stands there, and
         in as many paragraphs elsewhere
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.llm import Bench, bench, forget
from piperoll import settings
from piperoll.corpora import registry
from piperoll.llm.headnotes import SUPPORTED, Reader
from piperoll.llm.hostile import stems
from piperoll.model import Document
from piperoll.pipeline.headnotes import Writing
from piperoll.pipeline.job import job_for
from piperoll.settings import ModelSettings
from piperoll.store import corpora
from piperoll.store.connection import open_database
from piperoll.store.headnotes import PARTS
from tests.headnotes import KINDS, SENTENCE, Writer

PROFILE = "hk-cases"
BEGIN, EACH, MOST = 12, 50, 200
"""Words of a sentence of another judgment at least; one in so many is taken, and so many in all."""
REFERENCES = re.compile(r"(?P<said>[^\[\]]{20,}?)(?P<named>(?:,? ?\[\d+\](?:-\[\d+\])?)+)\.?")
"""Matches what a press summary says with the paragraphs that it names: "… in those proceedings [17], [106]."."""
NEAR, TRIES, LONGEST = 3, 40, 6
"""Paragraphs around those named that are not drawn as others, how often others are drawn, and how many at most."""


def documents(path: Path) -> list[Document]:
    """Return the judgments in a file."""
    return list(registry.get(PROFILE, {}).read(path.read_bytes(), path.name))


def gathered(folder: Path, judgments: int, into: Path) -> Path:
    """Copy the judgments that are asked for, and return where they lie."""
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    british = sorted((folder / "uk-cases" / "akn").iterdir())
    chosen = british[:: max(1, len(british) // judgments)][:judgments]
    for path in [*sorted((folder / "hk-cases" / "html").iterdir()), *chosen]:
        shutil.copyfile(path, into / path.name)
    return into


def configured(one: Bench, folder: Path, backend: str, *, batches: bool = True) -> None:
    """Configure a corpus whose headnotes are written by the server."""
    one.configure(
        prefixes="", headnotes="m", backend=backend, batches=batches,
        headnote_examples=str(folder / "uk-cases" / "headnotes.jsonl"),
    )  # fmt: skip


def foreign(folder: Path, source: Path) -> list[str]:
    """Return sentences of judgments that are not asked for."""
    others = [path for path in sorted((folder / "uk-cases" / "akn").iterdir()) if not (source / path.name).exists()]
    found = [match[0] for path in others for one in documents(path) for match in SENTENCE.finditer(one.text)]
    return [sentence for sentence in found if sentence.count(" ") >= BEGIN][::EACH][:MOST]


def planted(folder: Path, judgments: int, work: Path) -> None:
    """Print what becomes of falsehoods in a model's answers, through runs that are killed."""
    source = gathered(folder, judgments, work / "cases")
    kinds = registry.get(PROFILE, {}).judgments
    count = sum(document.kind in kinds for path in source.iterdir() for document in documents(path))
    sentences = foreign(folder, source)
    for batches in (True, False):
        writer = Writer(sentences)
        with bench(work, source, PROFILE, writer) as one:
            one.name = f"headnotes-{'batch' if batches else 'direct'}"
            one.claude.delay, one.claude.batch_seconds = 0.2, 3.0
            configured(one, folder, "svc", batches=batches)
            forget(one)
            before = _killed(one, count // 2, batches)
            result = one.reindex()["headnotes"]
            asked = sum(one.claude.paths.values())
            one.reindex()
            print(f"\n{'In batches' if batches else 'Directly'}: {count} judgments, killed after {before} answers, then"
                  f" {result['written']} written; paid twice {sum(times - 1 for times in one.claude.paid.values())}"
                  f" ({'nothing' if batches else 'up to 4'} was under way); a run more asks"
                  f" {sum(one.claude.paths.values()) - asked}.\n")  # fmt: skip
            _tell(writer, list(_headnotes(one, source)))


def _killed(one: Bench, answers: int, batches: bool) -> int:
    """Run, and kill it when a batch is handed in, or so many answers are there; return how many there are."""
    process = one.start("reindex", one.name, "--json")
    while process.poll() is None and not (one.claude.batches if batches else len(one.claude.paid) >= answers):
        time.sleep(0.02)
    time.sleep(0.5 if batches else 0.0)
    process.send_signal(signal.SIGKILL)
    process.wait()
    while one.claude.at_work:
        time.sleep(0.05)
    return len(one.claude.paid)


def _tell(writer: Writer, headnotes: list[dict[str, Any]]) -> None:
    """Print which of the statements that were planted have a flag, and which others."""
    told, found = Counter[str](), Counter[str]()
    for headnote in headnotes:
        for part in PARTS:
            for place, statement in enumerate(headnote["parts"][part]):
                kind = writer.planted.get((part, place, statement["statement"]), "nothing")
                told[kind] += 1
                found[kind] += bool(statement["flags"])
    whole = sum(all(headnote["parts"][part] for part in PARTS[:-1]) for headnote in headnotes)
    print("| planted | statements | flagged |\n|---|---:|---:|")
    for kind in (*KINDS, "nothing"):
        print(f"| {kind} | {told[kind]} | {found[kind]} |")
    print(f"\n{len(writer.planted)} planted in all; {whole} of {len(headnotes)} headnotes have all parts (key citations"
          " may be none).")  # fmt: skip


def _headnotes(one: Bench, source: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(source.iterdir()):
        shown = one.run("show", one.name, path.name, "--json")
        yield from (version["headnote"] for version in shown["versions"] if version["headnote"])


def alike(folder: Path, judgments: int, work: Path) -> None:
    """Print the examples that judgments get."""
    source = gathered(folder, judgments, work / "cases")
    with bench(work, source, PROFILE) as one:
        one.name = "alike"
        one.configure(prefixes="", backend="minilm")
        one.reindex()
        configured(one, folder, "minilm")
        os.environ["PIPEROLL_CONFIG"] = one.environment["PIPEROLL_CONFIG"]
        settings.load.cache_clear()
        with open_database(settings.load()) as database, database.connect(autocommit=True) as connection:
            corpus = corpora.get(connection, one.name)
            writing = Writing(connection, corpus, corpus.published_edition, job_for(settings.load(), one.name))
            writing.keep_summaries()
            print("| judgment | example | similarity | second | similarity |\n|---|---|---:|---|---:|")
            for page in writing.pages():
                found = writing.examples([(asked.version, asked.reader.document) for asked in page])
                for asked in page:
                    cells = " | ".join(f"{shown.citation} | {shown.similarity:.2f}" for shown in found[asked.version])
                    print(f"| {asked.reader.document.key} | {cells} |")


def support(folder: Path, _judgments: int, _work: Path) -> None:
    """Print how much of what people say of a judgment stands in the paragraphs that they name, and elsewhere."""
    true, false, alone = [], [], []
    draw = random.Random(1)
    for row in map(json.loads, (folder / "uk-cases" / "headnotes.jsonl").read_text(encoding="utf-8").splitlines()):
        if not row["judgment_file"]:
            continue
        (document,) = documents(folder / "uk-cases" / row["judgment_file"])
        reader = Reader(document, ModelSettings.model_validate({"model": "claude-haiku-4-5"}))
        by = {one.number: one for one in reader.paragraphs if one.number}
        numbers = sorted(by)
        for said, named in _pairs(row, set(numbers)):
            true.append(reader.share(said, [by[number] for number in named]))
            around = {number + step for number in named for step in range(-NEAR, NEAR + 1)}
            for _ in range(TRIES):
                first = draw.choice(numbers)
                others = [number for number in range(first, first + min(len(named), LONGEST)) if number in by]
                if not around & {*others}:
                    false.append(reader.share(said, [by[number] for number in others]))
                if first not in around:
                    alone.append(reader.share(said, [by[first]]))
    print(f"{len(true)} sentences\n")
    print("| share at least | of those named | of as many elsewhere | of one elsewhere |\n|---|---:|---:|---:|")
    for share in (0.3, 0.4, 0.5, SUPPORTED, 0.6, 0.7):
        cells = (sum(one >= share for one in column) / len(column) for column in (true, false, alone))
        print(f"| {share} | {' | '.join(f'{cell:.3f}' for cell in cells)} |")


def _pairs(row: dict[str, Any], known: set[int]) -> Iterator[tuple[str, set[int]]]:
    for paragraph in (paragraph for section in row["sections"] for paragraph in section["paras"]):
        for match in REFERENCES.finditer(paragraph):
            named = {number for first, last in re.findall(r"\[(\d+)\](?:-\[(\d+)\])?", match["named"])
                     for number in range(int(first), int(last or first) + 1)} & known  # fmt: skip
            for sentence in re.split(r"(?<=[.])\s+", match["said"].strip(" .")):
                if named and len(stems(sentence)) > 3:
                    yield sentence, named


TABLES = {part.__name__: part for part in (planted, alike, support)}


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--judgments", type=int, default=20)
    parser.add_argument("--only", nargs="*", default=list(TABLES), choices=TABLES)
    chosen = parser.parse_args()
    for name in chosen.only:
        print(f"\n## {name}\n")
        TABLES[name](chosen.folder, chosen.judgments, settings.load().data_dir)


if __name__ == "__main__":
    main()
