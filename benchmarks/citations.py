"""How fast citations are found, and that no text makes it slow: two tables.

    python benchmarks/citations.py

The first has a row for each family over a sample of its documents from the unpacked archives in ../shared/data: MB of
text, MB a second of reading and cutting (statutes only) and of finding, citations by kind. The second repeats one
piece of text to 40,000 and to 80,000 characters: seconds for the longer one, and how many times those of the shorter.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from piperoll.corpora.citations import american, clauses, swedish
from piperoll.corpora.registry import get

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
STATUTES = ("current/**/*.md", "official-html/**/*.html", "official-json/**/*.json")
CONTRACTS = ("cuad/*.txt", "maud/*.txt", "contractnli/*.txt")
SAMPLE = 60
"""Documents of each pattern, drawn by a fixed seed."""
LENGTH = 40_000
PIECES = [
    "a", "A", "1", "1.", " ", "\n", "\u200b", "§ ", "(", "[", "(a)", "“A", "Act ", "Word and Act ", "the Big ",
    "the Terms of Use ", "Section 1.1(a), ", "Sections 1.1, ", "Section 1 of the Aa of ", "Article 6 para. ",
    "15 U.S.C. § ", "1 C.F.R. 2-", "Foo Act (the “Foo”) ", "**Section", "“A Notice", "this Aaa ",
    "1 kap. ", "3, 4 § och ", "3 § första stycket 2, ", "lag", "lagen (2010:1) ", "artikel 1, ",
    "förordning (EU) 2016/679 ", "Europaparlamentets och ", "samma paragraf ", "89/618/EEG, ",
]  # fmt: skip


def finders(text: str) -> dict[str, Callable[[], Iterable[object]]]:
    return {
        "swedish": lambda: swedish.find(text, [(0, len(text), "kap1.§1")]),
        "clauses": lambda: list(clauses.find(text)),
        "american": lambda: american.find(text),
    }


def seconds(run: Callable[[], Iterable[object]]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def sample(folder: Path, patterns: Iterable[str]) -> list[Path]:
    draw = random.Random(1)
    found = []
    for pattern in patterns:
        files = sorted(folder.glob(pattern))
        found += draw.sample(files, min(SAMPLE, len(files)))
    return found


def statutes() -> None:
    profile, size, reading, finding = get("se-law"), 0, 0.0, 0.0
    kinds: Counter[str] = Counter()
    for file in sample(DATA / "se-law", STATUTES):
        began = time.perf_counter()
        (document,) = profile.read(file.read_bytes(), file.name)
        whole = time.perf_counter() - began
        places = [(chunk.start, chunk.end, chunk.path) for chunk in document.chunks]
        spent = seconds(lambda: swedish.find(document.text, places, document.key))  # noqa: B023
        size, reading, finding = size + len(document.text), reading + whole - spent, finding + spent
        kinds.update(citation.kind for citation in document.citations)
    told = f"reading {size / reading / 1e6:.1f}, finding {size / finding / 1e6:.1f} MB/s"
    print(f"{'statutes':10} {size / 1e6:5.1f} MB  {told}  {dict(kinds)}")


def plain(family: str, files: list[Path]) -> None:
    size, spent = 0, {"clauses": 0.0, "american": 0.0}
    kinds: Counter[str] = Counter()
    for file in files:
        text = file.read_text(encoding="utf-8")
        size += len(text)
        for name in spent:
            spent[name] += seconds(finders(text)[name])
        kinds.update("document" if one.of else "internal" for one in clauses.find(text))
        kinds.update(one.kind for one in american.find(text))
    told = ", ".join(f"{name} {size / one / 1e6:.1f}" for name, one in spent.items())
    print(f"{family:10} {size / 1e6:5.1f} MB  {told} MB/s  {dict(kinds)}")


def repeated() -> None:
    for piece in PIECES:
        told = []
        for name in finders(""):
            short, long = (
                min(seconds(finders((piece * (size // len(piece) + 1))[:size])[name]) for _ in range(3))
                for size in (LENGTH, 2 * LENGTH)
            )
            told.append(f"{name} {long:6.3f} s x{long / short:4.1f}")
        print(f"{piece!r:32} {'   '.join(told)}")


if __name__ == "__main__":
    statutes()
    plain("contracts", sample(DATA / "legalbench-rag" / "corpus", CONTRACTS))
    plain("terms", sample(DATA / "terms" / "2026-06-01", ("*/*.md",)))
    repeated()
