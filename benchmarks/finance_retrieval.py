"""What questions about annual reports find, by what a chunk is: a sentence, or a window of sentences.

    python -m benchmarks.finance_retrieval WORK [--data FOLDER] [--cuts sentence 100 200 400 800] [--only WORD]

FOLDER is the unpacked archive ``sec-10k``; by default the one beside the repository. WORK keeps the indexes, built by
the real command, one for each cut; there a second run begins to ask at once. Asked are

- ``finrag``: those of its 31 questions whose evidence is at hand: in a whole filing where that is here, else in the
  excerpts of filings (one sentence in ten or so) that come with the questions, made into files of edgar-crawler's form;
- ``financebench``: its questions about filings that are here;
- ``by hand``: ``gold/filings.jsonl``, questions to text and to rows of tables of whole filings.

Evidence is a range of characters, found by its letters and digits; what is not found is listed. Columns: evidence of
which some character is in the first 10 and 30 hits, and in the first hits of 8,000 characters together, because a
sentence is smaller than a window; in brackets the difference to the first cut, with a 95 % interval.
"""

import argparse
import json
import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.indexed import indexed
from benchmarks.questions import ROOT, by_letters
from benchmarks.verify_corpora import data_folder
from piperoll.corpora.sec_10k import read_filing
from piperoll.evaluate import records
from piperoll.evaluate.compare import compare
from piperoll.evaluate.evaluation import Asking, QueryResult, embed, evaluate
from piperoll.evaluate.gold import Gold, Place, Query
from piperoll.evaluate.metrics import mean, measure
from piperoll.search.modes import Mode
from piperoll.search.options import SearchOptions
from piperoll.settings import load

HAND = ROOT / "gold" / "filings.jsonl"
KS = (10, 30)
BUDGET = 8_000
"""Characters that a reader is given: about 2,000 tokens."""
DEEP = 150
"""Hits that are asked for, so that sentences fill the budget."""
LONGEST = 5_000
"""Characters of evidence, white space included."""
NEAR = 1
"""Years from an asked one whose excerpts are in the corpus, to be told from it."""
SHOWN = ("recall@10", "recall@30", f"recall@{BUDGET} characters")
MODES = (Mode.LEXICAL, Mode.DENSE, Mode.HYBRID)
Rows = Sequence[QueryResult]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question with its evidence: a file and the words in it."""

    set: str
    id: str
    text: str
    evidence: tuple[tuple[str, str], ...]


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def finrag(root: Path) -> tuple[list[Wanted], dict[str, list[dict[str, Any]]]]:
    """The questions, and by document the sentences that are excerpts of it, for documents that are not here whole."""
    folder = root / "finrag"
    ties = json.loads((folder / "sentences" / "doc_to_filing.json").read_text(encoding="utf-8"))
    whole = {tie["docID"]: tie["file"] for tie in ties if tie["same_filing"]}
    excerpts: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    words: dict[str, str] = {}
    for row in lines(folder / "sentences" / "bundle_sentences.jsonl"):
        words[row["sentenceID"]] = row["sentence_text"]
        if row["docID"] not in whole:
            excerpts[row["docID"]].append(row)
    found, asked = [], set()
    for row in json.loads((folder / "gold" / "p3_gold_test_suite_31q.json").read_text(encoding="utf-8")):
        evidence = []
        for one in row["evidence_sentence_ids"]:
            document = one.partition("_section_")[0]
            alone = len(row["evidence_sentence_ids"]) == 1  # then the answer is its sentence
            text = words.get(one) or (row["answer_text"] if document in whole and alone else "")
            evidence.append((Path(whole[document]).name if document in whole else f"{document}.json", text))
            asked.add(document)
        found.append(Wanted("finrag", row["question_id"], row["question_text"], tuple(evidence)))
    return found, {one: rows for one, rows in excerpts.items() if _near(one, asked)}


def _near(document: str, asked: Iterable[str]) -> bool:
    company, _, year = document.rpartition("_")
    pairs = (one.rpartition("_") for one in asked)
    return any(company == other and abs(int(year) - int(of)) <= NEAR for other, _, of in pairs)


def financebench(root: Path) -> list[Wanted]:
    """The questions about filings that are here."""
    folder = root / "finance-eval" / "financebench"
    ties = json.loads((folder / "overlap_with_filings.json").read_text(encoding="utf-8"))
    file = {tie["financebench_id"]: Path(tie["file"]).name for tie in ties if tie["same_fiscal_year"]}
    return [
        Wanted("financebench", row["financebench_id"], row["question"], tuple(
            (file[row["financebench_id"]], one["evidence_text"]) for one in row["evidence"]
        ))
        for row in lines(folder / "financebench_open_source.jsonl") if row["financebench_id"] in file
    ]  # fmt: skip


def by_hand(root: Path) -> list[Wanted]:
    """The questions of the repository; each says whether it asks for a row of a table or for text.

    Their evidence is named by its first words, how many letters and digits it has, and the hash of these.
    """
    texts: dict[str, str] = {}
    found = []
    for row in lines(HAND):
        path = root / "filings" / row["source"]
        if path.name not in texts:
            texts[path.name] = read_filing(path.read_bytes(), path.name).text
        words = next(_marked(texts[path.name], row), "")
        found.append(Wanted(f"by hand: {row['class']}", row["id"], row["query"], ((path.name, words),)))
    return found


def _marked(text: str, row: Mapping[str, Any]) -> Iterator[str]:
    """What in a text begins with the first words of a row and has its letters."""
    for start, _ in by_letters(text, row["opening"]):
        letters = [character for character in text[start : start + LONGEST] if character.isalnum()][: row["letters"]]
        plain = "".join(character.lower()[0] for character in letters)
        if sha256(plain.encode()).hexdigest().startswith(row["hash"]):
            yield plain


def excerpt(document: str, rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """A filing of edgar-crawler's form with the sentences that are at hand; those in a row are one paragraph.

    The day in ``period_of_report`` is not known: it stands for the year, which is in the document's name.
    """
    cik, _, year = document.split("_")
    items: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    company = ""
    for row in rows:
        item, _, number = row["sentenceID"].partition("_section_")[2].rpartition("_")
        items[f"item_{item}"].append((int(number), row["sentence_text"]))
        company = row["name"]
    filing = {"cik": cik, "company": company, "filing_type": "10-K", "period_of_report": f"{year}-12-31"}
    for item, found in items.items():
        text, last = "", -1
        for number, sentence in sorted(found):
            text += (" " if number == last + 1 else "\n\n") + sentence
            last = number
        filing[item] = text.strip()
    return filing


def source(root: Path, wanted: Sequence[Wanted], excerpts: Mapping[str, Any], folder: Path) -> Path:
    """The folder with all filings that are asked for, and the excerpts."""
    folder.mkdir(parents=True, exist_ok=True)
    asked = {file for one in wanted for file, _ in one.evidence}
    for path in (root / "filings").iterdir():
        if path.name in asked:
            shutil.copy(path, folder)
    for document, rows in excerpts.items():
        text = json.dumps(excerpt(document, rows), ensure_ascii=False)
        (folder / f"{document}.json").write_text(text, encoding="utf-8")
    return folder


def placed(wanted: Sequence[Wanted], folder: Path) -> Gold:
    """The questions with the ranges of their evidence; prints which are left out, or lack evidence."""
    texts: dict[str, str] = {}
    queries = []
    for one in wanted:
        answers = []
        for file, words in one.evidence:
            if words and (folder / file).is_file():
                text = texts.setdefault(file, "") or read_filing((folder / file).read_bytes(), file).text
                texts[file] = text
                if found := tuple(Place(file, span=span) for span in by_letters(text, words)):
                    answers.append(found)
        if len(answers) < len(one.evidence):
            print(f"{one.set} {one.id}: {len(answers)} of {len(one.evidence)} evidence found", file=sys.stderr)
        if answers:
            queries.append(Query(one.id, one.text, tuple(answers), set=one.set))
    return Gold("finance", queries)


def within_budget(query: Query, row: QueryResult) -> QueryResult:
    """A result with the metrics of this benchmark."""
    read = taken = 0
    for hit in row.hits:
        read += hit["end"] - hit["start"]
        if taken and read > BUDGET:
            break
        taken += 1
    recall = row.metrics["recall"] | {
        f"{BUDGET} characters": measure(query.answers, row.hits[:taken], (max(1, taken),))["recall"][f"{max(1, taken)}"]
    }
    return replace(row, metrics={"recall": recall, "mrr": row.metrics["mrr"]})


def settings(work: Path, cuts: Iterable[str], folder: Path) -> None:
    """Write the settings of all corpora and point to them."""
    tables = []
    for cut in cuts:
        option = 'embed = "sentence"' if cut == "sentence" else f'embed = "window", max_tokens = {cut}'
        head = f"[corpus.finance-{cut}]\nsource = {json.dumps(str(folder))}\n"
        tables.append(f'{head}profile = "sec-10k"\noptions = {{ {option} }}\n')
    path = work / "piperoll.toml"
    path.write_text("\n".join(tables), encoding="utf-8")
    os.environ["PIPEROLL_CONFIG"] = str(path)


def ask(work: Path, cut: str, folder: Path, gold: Gold) -> dict[Mode, Rows]:
    """What the questions find in one cut, by mode."""
    found: dict[Mode, Rows] = {}
    with indexed(work / "index", f"finance-{cut}", folder, "sec-10k") as (connection, corpus):
        vectors = embed(corpus.backend, gold, {"dense"})
        for mode in MODES:
            plan = SearchOptions(mode=mode).plan(load(), corpus.name)
            asking = Asking((*KS, DEEP), plan)
            result = evaluate(connection, corpus, gold, asking, vectors=vectors)
            rows = [within_budget(query, row) for query, row in zip(result.asked, result.rows, strict=True)]
            (work / "rows").mkdir(exist_ok=True)
            records.write(work / "rows" / f"{cut} {mode}.jsonl", rows)
            found[mode] = rows
    print(f"finance-{cut}: asked", file=sys.stderr, flush=True)
    return found


def table(cuts: Sequence[str], found: Mapping[str, Mapping[Mode, Rows]]) -> Iterator[str]:
    """As Markdown."""
    yield f"| questions | mode | a chunk is | {' | '.join(SHOWN)} |"
    yield f"|---|---|---|{'|'.join('---' for _ in SHOWN)}|"
    sets = dict.fromkeys(row.set for row in found[cuts[0]][MODES[0]])
    for name in (*sets, None):
        for mode in MODES:
            rows = {cut: [row for row in found[cut][mode] if name in (row.set, None)] for cut in cuts}
            label = f"{name or 'all'} ({len(rows[cuts[0]])})"
            for cut in cuts:
                cells = (_cell(metric, rows[cuts[0]], rows[cut], cut == cuts[0]) for metric in SHOWN)
                yield f"| {label} | {mode} | {cut} | {' | '.join(cells)} |"


def _cell(metric: str, first: Rows, rows: Rows, own: bool) -> str:
    name, k = metric.split("@")
    value = mean([row.metrics for row in rows])[name][k]
    if own:
        return f"{value:.3f}"
    one_set = [[replace(row, set="", id=f"{row.set} {row.id}") for row in some] for some in (first, rows)]
    (difference,) = compare(*one_set, metric).of(metric)
    return f"{value:.3f} ({difference.difference:+.3f}: {difference.low:+.3f} to {difference.high:+.3f})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--cuts", nargs="+", default=["400", "sentence", "100", "200", "800"])
    parser.add_argument("--only", default="", help="questions of sets whose name holds the word")
    given = parser.parse_args()
    root = given.data or data_folder("sec-10k")
    if root is None or not root.is_dir():
        print("There are no filings here: give --data, the folder of the unpacked archive.", file=sys.stderr)
        return 2
    questions, excerpts = finrag(root)
    wanted = [*questions, *financebench(root), *by_hand(root)]
    folder = source(root, wanted, excerpts, given.work / "source")
    gold = placed([one for one in wanted if given.only in one.set], folder)
    settings(given.work, given.cuts, folder)
    found = {cut: ask(given.work, cut, folder, gold) for cut in given.cuts}
    for line in table(given.cuts, found):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
