"""How fast documents are read, cut and searched for citations, and that twice the text takes twice the time.

    python benchmarks/chunking.py [NAME ...]

NAME is a profile or a line of CORPORA in verify_corpora.py; none: all. The real documents are those of the
archives beside the repository, where there are any, drawn with a fixed seed; the first one is read once before,
as patterns and tables are built then. Times are the process's own processor time, which neighbours on a shared
machine touch less than the time that passes. The second table doubles inputs that are made to be hard; a ratio near
2 is linear.
"""

import contextlib
import random
import sys
import time
from collections.abc import Callable
from pathlib import PurePosixPath

import orjson
from verify_corpora import CORPORA, Corpus, contents, data_folder, files_of

from piperoll.corpora.registry import get
from piperoll.model import DocumentError

SAMPLE = 6_000_000
"""Bytes of one corpus that are read at most."""
SEED = 20261123
SIZE = 400_000
"""Characters of a hard input, before it is doubled."""
SLOW = 2.6
"""Times as long for twice the text: from here on a row is marked. Between 2 and this lie caches and noise."""

HARD: dict[str, Callable[[int], str]] = {
    "statute": lambda n: "".join(
        f"{i} § Den som håller fyr ska hålla den tänd. Lag (2031:{i}).\n\n" for i in range(n // 60)
    ),
    "one long line": lambda n: "Den som håller fyr ska hålla den tänd. " * (n // 39),
    "one long word": lambda n: "x" * n,
    "headings": lambda n: "## Rubrik\n\n" * (n // 11),
    "hashes": lambda n: "#" * n,
    "open brackets": lambda n: "[" * n,
    "nested links": lambda n: "[a](" * (n // 4),
    "slashes": lambda n: "/" * n,
    "marker starts": lambda n: "/Träder i kraft I: " * (n // 19),
    "lines of §": lambda n: "\n".join(f"{i % 50} § Lagen" for i in range(n // 10)),
    "chapters": lambda n: "".join(f"{i % 900} kap. Namn\n\n" for i in range(n // 14)),
    "divisions": lambda n: "AVDELNING II\n\n" * (n // 14),
    "appendices": lambda n: "Bilaga\n\nArtikel 1\n\n" * (n // 19),
    "articles": lambda n: "".join(f"Artikel {i}\n\n" for i in range(n // 12)),
    "acts": lambda n: "1 § A\n\nÖvergångsbestämmelser\n\n" + "2031:12\n\n" * (n // 9),
    "blank lines": lambda n: "a\n \n" * (n // 4),
    "front matter": lambda n: "---\n" + "rubrik: x\n" * (n // 10) + "---\n",
    "numbered": lambda n: "".join(f"[{i}] The appeal is dismissed. See [{i}] above.\n\n" for i in range(n // 50)),
    "numbers restart": lambda n: "".join(f"{i % 7}. It is so.\n" for i in range(n // 13)),
    "bracket starts": lambda n: "[1" * (n // 2),
    "clauses": lambda n: "".join(f"Section {i}.1 Term. The (a) first and (b) second.\n\n" for i in range(n // 50)),
    "nested clauses": lambda n: "".join("(a) (i) (A) (1) x\n" for _ in range(n // 18)),
    "capitals": lambda n: "ALL OF THIS IS LOUD " * (n // 20),
    "dots": lambda n: "Definitions ......... 5\n" * (n // 24),
    "headings run into sentences": lambda n: "".join(
        f"{i % 9}. How We Guard Lamps Tower{i}.com lights lamp {i}. It is so.\n\n" for i in range(n // 62)
    ),
    "headings in capitals": lambda n: "2. THE LAMP: It is. " * (n // 20),
    "leaders in a line": lambda n: "1. Lamps ......... " * (n // 19),
    "cites": lambda n: "See [2025] HKCFI 470 at [4], s 4(2) of the Act, 3 kap. 2 § lagen (2031:12). " * (n // 80),
    "sections of sections": lambda n: "section 1(1)(a) of " * (n // 19),
    "rows": lambda n: "| a | b |\n" * (n // 10),
    "lists in lists": lambda n: "".join(f"{' ' * (i % 60)}*   x\n" for i in range(n // 35)),
    "items": lambda n: "".join(
        f"Item {i % 16}. Business\n\nWe ran Item {i % 16} of Inc. See Note {i}. It is so.\n\n" for i in range(n // 65)
    ),
    "figures": lambda n: "".join(f"Net sales  ${i},000  {i}\n" for i in range(n // 24)),
    "bold": lambda n: "**a" * (n // 3),
}

COVER = "FORM 10-K\n\nANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)\n\nFor the fiscal year ended June 30, 2031"


def page(text: str) -> bytes:
    """As a page: what has tags in it would be another input."""
    return f"<html><body><p>{text.replace('<', '')}</p></body></html>".encode()


def judgment(text: str) -> bytes:
    """As a judgment in Akoma Ntoso: every line a paragraph."""
    cells = (line.replace("&", "").replace("<", "") for line in text.splitlines())
    lines = "".join(
        f"<paragraph><num>{i}.</num><content><p>{cell}</p></content></paragraph>" for i, cell in enumerate(cells, 1)
    )
    names = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
    head = f'<akomaNtoso xmlns="{names}"><judgment name="judgment"><judgmentBody><decision>'
    return f"{head}{lines}</decision></judgmentBody></judgment></akomaNtoso>".encode()


def decision(text: str) -> bytes:
    """As a row of the decisions of a tribunal."""
    return orjson.dumps({"citation": "2031 SST 1", "name": "A v B", "unofficial_text": f"Decision Content\n{text}"})


def filing(text: str) -> bytes:
    """As an annual report in HTML: every line a paragraph."""
    lines = f"{COVER}\n{text}".replace("&", "").replace("<", "").splitlines()
    return f"<html><body>{''.join(f'<p>{line}</p>' for line in lines)}</body></html>".encode()


FORMS: dict[str, dict[str, Callable[[str], bytes]]] = {
    "se-law": {".md": str.encode, ".txt": str.encode, ".html": str.encode},
    "sst": {".txt": str.encode, ".json": decision},
    "hk-cases": {".txt": str.encode, ".htm": page, ".xml": judgment},
    "hk-legislation": {".txt": str.encode},
    "terms": {".md": str.encode},
    "contracts": {".txt": str.encode},
    "sec-10k": {".htm": filing, ".txt": lambda text: f"{COVER}\n\n{text}".encode()},
}


def rate(corpus: Corpus) -> str:
    """One row: what was read of a corpus, in megabytes of input and of stored text a second."""
    profile = get(corpus.profile)
    root = data_folder(corpus.archive)
    if root is None:
        return f"{corpus.profile:16}{corpus.name:20} is not here"
    root /= corpus.folder
    size = characters = files = 0
    forms: set[str] = set()
    seconds = 0.0
    paths = sorted(files_of(corpus, root))
    random.Random(SEED).shuffle(paths)
    for path in paths:
        if size > SAMPLE:
            break
        for name, data in contents(path, path.relative_to(root).as_posix(), profile):
            if isinstance(data, DocumentError):
                continue
            if not size:
                with contextlib.suppress(DocumentError):
                    list(profile.read(data, name))
            started = time.process_time()
            with contextlib.suppress(DocumentError):
                characters += sum(len(document.text) for document in profile.read(data, name))
            seconds += time.process_time() - started
            size += len(data)
            forms.add(PurePosixPath(name).suffix.lower())
        files += 1
    speeds = f"{size / 1e6 / seconds:12.1f}{characters / 1e6 / seconds:12.1f}"
    return f"{corpus.profile:16}{corpus.name:20}{' '.join(sorted(forms)):18}{files:6}{size / 1e6:8.1f}{speeds}"


def doubling(family: str, suffix: str, make: Callable[[int], str]) -> tuple[float, float]:
    """Seconds for an input and for one of twice its length, the better of two runs."""
    profile, dress = get(family), FORMS[family][suffix]

    def seconds(length: int) -> float:
        data = dress(make(length))
        best = float("inf")
        for _ in range(2):
            started = time.process_time()
            with contextlib.suppress(DocumentError):
                for _ in profile.read(data, f"hard{suffix}"):
                    pass
            best = min(best, time.process_time() - started)
        return best

    return seconds(SIZE), seconds(2 * SIZE)


def main() -> int:
    wanted = [one for one in CORPORA if not sys.argv[1:] or {one.name, one.profile} & set(sys.argv[1:])]
    print(f"{'family':16}{'corpus':20}{'form':18}{'files':>6}{'MB':>8}{'MB in/s':>12}{'MB text/s':>12}")
    for corpus in wanted:
        print(rate(corpus), flush=True)
    print(f"\n{'family':16}{'hard input':22}{'form':>7}{'MB/s':>9}{'time ×':>9}")
    for family in dict.fromkeys(one.profile for one in wanted):
        for suffix in FORMS[family]:
            for name, make in HARD.items():
                once, twice = doubling(family, suffix, make)
                mark = "  *" if twice / once > SLOW else ""
                print(f"{family:16}{name:22}{suffix:>7}{SIZE / 1e6 / once:9.1f}{twice / once:9.2f}{mark}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
