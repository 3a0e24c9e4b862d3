"""Which headings and paragraph numbers of real decisions are found, against a count that shares no code.

    python benchmarks/sst_headings.py [FILE.jsonl ...]

FILE holds rows in the A2AJ columns; none: the judgments in ../shared/data. The count takes every line of its own right
before a line that begins with "[N]" for a heading, unless it looks like the end of a sentence or of a quotation. Then
the same texts in two other styles: with every heading on the line of what follows it, as the tribunal's decisions come,
how many headings are found again; and with all white space made one space, so that no line is left, how many of the
paragraphs begin with the same words. Each heading that is not found, and each gap in the paragraph numbers, is printed.
"""

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import orjson

from piperoll.corpora.sst.sections import Decision, parse

UNPACK = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "unpack"
NUMBERED = re.compile(r"\s*\[\d+\]")
NO_HEADING = re.compile(r"[.;:,—\]]$|^\[|^\([^)]{5}|^[a-z]")
LONGEST = 260
SAME = 60
"""Characters by which a paragraph is known again."""


def counted(text: str) -> list[str]:
    """The lines right before a numbered one that look like a heading."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    return [
        line
        for line, following in pairwise(lines)
        if NUMBERED.match(following)
        and not NUMBERED.match(line)
        and len(line) <= LONGEST
        and not NO_HEADING.search(line)
    ]


def beginnings(text: str, decision: Decision) -> list[tuple[int, str]]:
    """Number and first words of every numbered paragraph."""
    found = (one for section in decision.sections for one in section.paragraphs)
    return [(one.number, " ".join(text[one.start : one.end].split())[:SAME]) for one in found if one.number is not None]


def names(decision: Decision) -> Counter[str]:
    """The headings, without those that only say who speaks."""
    return Counter(one.name for one in decision.sections if one.name and not one.opinion)


def joined(text: str, decision: Decision) -> str:
    """``text`` with every heading on the line of what follows it."""
    parts, at = [], 0
    for one in decision.sections:
        if one.name and not one.opinion:
            end = one.body if one.paragraphs else one.end
            parts += [text[at : one.start], " ".join(text[one.start : end].split()), " "]
            at = end + len(text[end:]) - len(text[end:].lstrip())
    return "".join([*parts, text[at:]])


def main() -> int:
    paths = [Path(one) for one in sys.argv[1:]]
    if not paths:
        folder = subprocess.run([UNPACK, "sst"], check=True, capture_output=True, text=True).stdout.strip()
        paths = [Path(folder) / "sst" / "other-scc.jsonl"]
    total: Counter[str] = Counter()
    for path in paths:
        for line in path.read_bytes().splitlines():
            row = orjson.loads(line)
            text = row.get("unofficial_text_en") or row.get("unofficial_text") or ""
            name = row.get("citation_en") or row.get("citation") or ""
            decision = parse(text)
            found = Counter(section.name for section in decision.sections)
            expected = counted(text)
            missed = Counter(expected) - found
            numbers = beginnings(text, decision)
            gaps = [(one, two) for (one, _), (two, _) in pairwise(numbers) if two != one + 1]
            flat = " ".join(text.split())
            without_lines = set(beginnings(flat, parse(flat)))
            joint = names(parse(joined(text, decision)))
            total.update(
                documents=1,
                headings=len(expected),
                found=len(expected) - missed.total(),
                printed=names(decision).total(),
                joined=(names(decision) & joint).total(),
                paragraphs=len(numbers),
                gaps=len(gaps),
                same=sum(one in without_lines for one in numbers),
            )
            for one in missed:
                print(f"{name}: not found: {one}")
            for gap in gaps:
                print(f"{name}: paragraph {gap[1]} follows {gap[0]}")
    print(
        f"{total['documents']} documents; headings: {total['headings']} counted, {total['found']} found; "
        f"{total['joined']} of all {total['printed']} again on the line of their paragraph; "
        f"paragraphs: {total['paragraphs']}, {total['gaps']} gaps, {total['same']} the same without lines"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
