"""Compare the sentences of annual reports with those that another project made of the same filings.

    python -m benchmarks.finrag_sentences [--data FOLDER] [--examples N]

FOLDER is the unpacked archive ``sec-10k``, with ``finrag/sentences``: every sentence of eight filings of Alphabet, of
which one is here as the page that was filed. The page is read as it is. Of the other filings there is no page: the
sentences of each Item are joined by spaces, so that only where sentences end is compared, and not where paragraphs do.

A sentence of theirs is ours when both have the same letters and digits from the same place on. The others are counted
by what is at their place in our text, the first that applies, with examples.
"""

import argparse
import json
import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.filing_sentences import cuts
from benchmarks.verify_corpora import data_folder
from piperoll.corpora.registry import get
from piperoll.corpora.sec_10k.sentences import sentences
from piperoll.model import Document
from piperoll.ranges import Range

FURNITURE = ("page_header", "page_footer", "page_number")
NUMBER = re.compile(r"(?:^|(?<=\s))\d{1,3}\.$")
NEXT = 4_000
"""Letters from where the last sentence ended in which the next one is looked for first."""


def rows_of(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of each document, in order."""
    found: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    with path.open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            found[row["docID"]].append(row)
    for rows in found.values():
        rows.sort(key=lambda row: row["sentence_index"])
    return found


class Letters:
    """The letters and digits of a text, small, with where each stands."""

    def __init__(self, text: str) -> None:
        self.places = [at for at, character in enumerate(text) if character.isalnum()]
        self.text = "".join(text[at].lower()[0] for at in self.places)
        self.at = 0

    def find(self, words: str) -> Range | None:
        """The range of words behind those that were found last, else anywhere."""
        plain = "".join(character.lower()[0] for character in words if character.isalnum())
        if not plain:
            return None
        start = self.text.find(plain, self.at, self.at + NEXT + len(plain))
        start = start if start >= 0 else self.text.find(plain)
        if start < 0:
            return None
        self.at = start + len(plain)
        return self.places[start], self.places[self.at - 1] + 1


class Ours:
    """The sentences, the tables, and what is set aside of a document, as ranges of letters and digits."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self.sentences = sorted({
            self._trim(start, end) for one in document.chunks for start, end in one.metadata.get("sentences", ())
        })  # fmt: skip
        self.starts = [start for start, _ in self.sentences]
        self.ends = {end for _, end in self.sentences}
        self.tables = sorted(
            (max([one.start, *(end for _, end in one.metadata.get("sentences", ()))]), one.end)
            for one in document.chunks
            if one.role == "table"
        )
        self.aside = [(one.start, one.end, one.reason) for one in document.set_aside]

    def _trim(self, start: int, end: int) -> Range:
        while start < end and not self.text[start].isalnum():
            start += 1
        while start < end and not self.text[end - 1].isalnum():
            end -= 1
        return start, end

    def kind(self, found: Range | None) -> str:
        """What is at the place of a sentence of theirs."""
        if found is None:
            return "its words do not stand together in our text"
        start, end = found
        at = bisect_left(self.sentences, found)
        if self.sentences[at : at + 1] == [found]:
            return "the same"
        for first, last, reason in self.aside:
            if first < end and start < last:
                return f"in it is what we set aside: {reason}"
        if any(first < end and start < last for first, last in self.tables):
            return "rows of a table"
        inside = self.sentences[bisect_left(self.starts, start) : bisect_left(self.starts, end)]
        if not inside or (inside[0][0] > start and len(inside) == 1 and end in self.ends):
            before = bisect_right(self.starts, start) - 1
            if before >= 0 and self.sentences[before][1] >= end:
                return "a part of one of ours"
            return "a heading alone" if not inside else "a heading in front of our sentence"
        if end in self.ends:
            return "several of ours in one: items of a list, or a heading between"
        return "ends within one of ours"


def page(rows: Sequence[dict[str, Any]], document: Document) -> Iterator[tuple[str, str]]:
    """The kind of every sentence of a filing that is here."""
    ours, letters = Ours(document), Letters(document.text)
    pages = {
        " ".join(document.text[one.start : one.end].split()) for one in document.set_aside if one.reason in FURNITURE
    }
    for row in rows:
        words = " ".join(row["sentence"].split())
        if words in pages or NUMBER.fullmatch(words):
            yield "the head, foot or number of a page", words
            continue
        found, bare = letters.find(words), NUMBER.sub("", words)
        if found is None and bare != words and letters.find(bare):
            yield "the number of a page at its end", words
        else:
            yield ours.kind(found), words


def joined(rows: Sequence[dict[str, Any]]) -> tuple[int, int, int]:
    """Ends of theirs, of ours, and of both, in the Items of a filing joined by spaces."""
    items: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        items[row["section_item"]].append(" ".join(row["sentence"].split()))
    theirs_all = ours_all = both = 0
    for pieces in items.values():
        text = " ".join(pieces)
        theirs, ours = cuts(pieces), cuts([text[start:end] for start, end in sentences(text, 0, len(text))])
        theirs_all, ours_all, both = theirs_all + len(theirs), ours_all + len(ours), both + len(theirs & ours)
    return theirs_all, ours_all, both


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--examples", type=int, default=3)
    given = parser.parse_args()
    root = given.data or data_folder("sec-10k")
    if root is None or not root.is_dir():
        print("There are no filings here: give --data, the folder of the unpacked archive.", file=sys.stderr)
        return 2
    folder = root / "finrag" / "sentences"
    ties = json.loads((folder / "doc_to_filing.json").read_text(encoding="utf-8"))
    here = {tie["docID"]: root / tie["file"] for tie in ties if tie["same_filing"]}
    for name, rows in sorted(rows_of(folder / "alphabet_2016_2023_sentences.jsonl").items()):
        theirs, ours, both = joined(rows)
        print(f"{name}: {len(rows)} sentences, joined: ends theirs {theirs}, ours {ours}, both {both}")
        if name in here:
            (document,) = get("sec-10k").read(here[name].read_bytes(), here[name].name)
            kinds: Counter[str] = Counter()
            examples: defaultdict[str, list[str]] = defaultdict(list)
            for kind, words in page(rows, document):
                kinds[kind] += 1
                examples[kind].append(words)
            for kind, count in kinds.most_common():
                print(f"  {count:5} {kind}")
                step = max(1, len(examples[kind]) // max(1, given.examples))
                for words in examples[kind][step // 2 :: step][: given.examples] if kind != "the same" else ():
                    print(f"          {words[:220]!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
