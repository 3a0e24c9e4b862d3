"""Find what may be the heading of an Item, and tell headings from tables of contents and from references."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.codes import RANK, TITLED
from piperoll.corpora.sec_10k.filing import Look

CODE = r"\d{1,2}(?:\s?[A-C](?![a-z]))?(?:\s?\((?:[A-C]|T|I{1,3}|[1-3])\)(?!\())?"
ITEM = re.compile(
    # "Item 1A. Risk Factors", "PART I – ITEM 1", "ITEM 9A(T).", "Items 10, 11, 12 and 13", "Items 1 and 2. Business"
    rf"\W{{0,3}}(?:PART\s{{1,3}}[IVX]{{1,4}}[\s.,:–—-]{{1,5}})?I\s?T\s?E\s?M(?P<plural>\s?S)?\s{{0,3}}(?:No\.?\s)?[#:.]?\s{{0,2}}"
    rf"(?P<first>{CODE})(?P<more>(?:\s?(?:,\s?and|,|and|&|through|to|[-–—](?=\s?\d))\s{{0,2}}(?:ITEM\s{{1,2}})?{CODE}){{0,8}})"
    rf"(?P<stop>\s?[.:;)\]–—-]{{0,3}}[\s|]{{0,4}}[–—:-]{{0,2}})",
    re.IGNORECASE,
)
SPACED = re.compile(r"\s|\((?:T|I{1,3}|[1-3])\)|[()]", re.IGNORECASE)
SINGLE = re.compile(CODE, re.IGNORECASE)
THROUGH = re.compile(r"through|\bto\b|[-–—]", re.IGNORECASE)
READS_ON = re.compile(
    # "Item 7 of this report", "Item 1A, “Risk Factors,” above", "Item 15(a)(1)"
    r"[,;(\"“”’']|\s?(?:of|in|and|or|to|is|are|for|above|below|herein|contains?|includes?|under|on|with|entitled|as)\b|[a-z]"
)
REST = re.compile(
    r"[\"”’']?,?\s(?:of|in|to|included|contained|above|below|herein|is|are|section|appearing|for)\b|[\"”’'],",
    re.IGNORECASE,
)
QUOTED = re.compile(r",?\s?[\"“]|,\s")
"""Stands behind the number in a reference: "Item 1A, “Risk Factors,” above"."""
PAGE = re.compile(
    r"(?:[\t .…_]+|\s)(?:pages?\s)?(?:[A-Z]{1,2}-)?(?:\d{1,3}|[ivx]{1,5})(?:\s?[-–,]\s?\d{1,3})?$|N/?A$", re.IGNORECASE
)
""""Risk Factors … 27": the row of a table of contents."""
ELSEWHERE = re.compile(r"\W{0,2}(?:pages?\b|not applicable|n/a|none|\d|\([a-z]\)|[a-z]\))", re.IGNORECASE)
"""A cell behind a title that tells where the Item is: "Page 36, (a)", "27-36", "Not applicable"."""
TITLE_LENGTH = 260
"""Characters of a title; that of Item 12 has 110, and some filings add to it."""
DANGLING = re.compile(
    r"(?:\b(?:and|of|the|for|to|with|on|in|related|regarding|about|accounting|common)|,)$", re.IGNORECASE
)
DRAWN = re.compile(r"\s(?:- )?[-=_]{4,}\s*\Z")
"""Matches the line that is drawn below a heading, which a crawler leaves behind it: "Competition - -----------"."""
FOLDED = re.compile(r"([^\n]{20,}?)\s((?:- ){0,2}-{4,})\s([^\n]+?)\s((?:- ){0,2}-{2,})\s*")
"""Matches a heading of two printed lines with a line drawn below each: "Lamps in 2031 and - ------ 2030 - ----"."""
DRAWN_PAST = 4
"""Characters by which a line may be longer or shorter than the words over it."""
LONGEST_FOLDED = 700
"""Characters of such a heading; a table in one line has many lines drawn."""
RULE = re.compile(r"\s(?:- ){0,2}[-=_]{4,}(?=\s|\Z)")
CONTINUED = re.compile(r"\(?cont(?:inued|['’]?d)?\.?\)?$", re.IGNORECASE)
CLOSE = 250
"""Characters between two rows of a table of contents, at most: a row may have lines of its own below it."""
ROWS = 5
"""Rows in a row before they may be a table of contents."""
LIST = re.compile(r"\s+(?=\(a\)\s)")
"""Matches what stands in front of the list in Item 14: "REPORTS ON FORM 8-K (a) 1. Financial Statements"."""
SENTENCE = re.compile(r"[.:]\s+(?=[A-Z“\"(])|\s[–—-]\s(?!-)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading may open the Items ``codes``; ``score`` is how much speaks for it.

    ``start`` and ``end`` are those of the blocks ``first`` to ``last``; where text follows in the same block, ``end``
    is where that begins.
    """

    codes: tuple[str, ...]
    title: str
    start: int
    end: int
    first: int
    last: int
    score: float
    listed: bool = False
    """It stands in a table of contents, or in an index."""
    numbered: bool = True


def headings(text: str, blocks: Sequence[Block]) -> list[Heading]:
    """Return what may be the headings of Items, in order; those of tables of contents are marked."""
    found = [heading for index in range(len(blocks)) if (heading := _heading(text, blocks, index))]
    return _marked(found)


def codes_in(match: re.Match[str]) -> tuple[str, ...]:
    """Return the codes that a heading names: "Items 10, 11 and 12", "Items 10 through 14"; () where one is none."""
    first = SPACED.sub("", match["first"]).upper()
    more = [SPACED.sub("", one[0]).upper() for one in SINGLE.finditer(match["more"])]
    if any(code not in RANK for code in (first, *more)):
        return ()
    if len(more) == 1 and THROUGH.search(match["more"]) and RANK[first] < RANK[more[0]]:
        between = [code for code in RANK if RANK[first] < RANK[code] < RANK[more[0]] and code.isdigit()]
        return (first, *between, *more)
    return tuple(dict.fromkeys((first, *more)))


def _heading(text: str, blocks: Sequence[Block], index: int) -> Heading | None:
    """Return the heading in a block, if it may be one."""
    block = blocks[index]
    match = ITEM.match(text, block.start, min(block.end, block.start + TITLE_LENGTH))
    if not match or not (codes := codes_in(match)):
        return None
    bare = match.end() >= block.end - 1
    last, begin, end = index, match.end(), block.end
    if (
        bare
        and index + 1 < len(blocks)
        and TITLED[codes[0]].match(text, blocks[index + 1].start, blocks[index + 1].end)
    ):
        last, begin, end = index + 1, blocks[index + 1].start, blocks[index + 1].end
    title_end = _title_end(text, blocks[last], begin, end)
    title = text[begin:title_end]
    if DANGLING.search(DRAWN.sub("", title).strip()) and title_end == end and last + 1 < len(blocks):
        following = blocks[last + 1]
        if (
            following.look == block.look
            and following.end - following.start < 100
            and not ITEM.match(text, following.start)
        ):
            last, title_end, title = last + 1, following.end, f"{title} {text[following.start : following.end]}"
    titled = TITLED[codes[0]].match(title) is not None
    score = _score(text, block, match, title, titled, bare and last == index, title_end < end)
    if score <= 0 or CONTINUED.search(title.strip()[-14:]):
        return None
    listed = bool(PAGE.search(title[-16:]) and titled) or bool(block.look & Look.LINKED)
    shown = " ".join(RULE.sub(" ", PAGE.sub("", _first_cells(title))).split()).removesuffix(" Page").strip(" .:;–—-|")
    return Heading(codes, shown, block.start, title_end, index, last, score, listed)


def _first_cells(title: str) -> str:
    """Return the cells of a row that hold the title, without those that say where it is told."""
    return " ".join(takewhile(lambda cell: not ELSEWHERE.match(cell), title.strip("\t").split("\t")))


def _title_end(text: str, block: Block, begin: int, end: int) -> int:
    """Return where the title ends: at the end of its block, or where the text of the Item begins in the same block."""
    if listed := LIST.search(text, begin + 3, min(end, begin + TITLE_LENGTH)):
        return listed.end()
    if end - begin <= TITLE_LENGTH / 2:
        return end
    if begin + 3 < block.lead < end and block.lead - begin < TITLE_LENGTH:
        return block.lead
    stop = SENTENCE.search(text, begin + 3, min(end, begin + TITLE_LENGTH))
    return stop.end() if stop else end


def _score(text: str, block: Block, match: re.Match[str], title: str, titled: bool, bare: bool, run_in: bool) -> float:
    """Return how much speaks for a heading; 0 or less: it is a reference, or something else."""
    if len(title) > TITLE_LENGTH:
        return 0
    later = not titled and TITLED[codes_in(match)[0]].search(text, match.end(), match.end() + len(title)) is not None
    score = 1.0 + 2.0 * titled + 1.0 * later - 0.5 * bare
    capitals = text[block.start : match.end()].strip()[:4].isupper()
    score += 1.0 * (block.emphasised or block.lead >= match.end()) + 0.5 * capitals
    if not bare and not titled:
        score -= 3.0 if READS_ON.match(text, match.end("more")) else 1.0
    if not block.emphasised and QUOTED.match(text, match.end("more")):
        score -= 4.0
    if titled and not block.emphasised and REST.match(text, _title_words(text, match, title), block.end):
        score -= 4.0
    if "stop" and not match["stop"].strip() and not titled and not bare:
        score -= 1.0
    return score - 0.5 * run_in


def _title_words(text: str, match: re.Match[str], title: str) -> int:
    """Return where the words of a title end that is told by its beginning, in a line that may read on."""
    return match.end() + len(title.rstrip(" .:;"))


def _marked(found: Sequence[Heading]) -> list[Heading]:
    """Return the headings, those that are rows of a table of contents or of an index marked as listed."""
    marked: list[Heading] = []
    later: set[str] = set()
    for run in reversed(list(_runs(found))):
        rows = sum(heading.listed for heading in run)
        again = sum(heading.codes[0] in later for heading in run)
        later.update(code for heading in run if not heading.listed for code in heading.codes)
        if len(run) >= ROWS:
            listed = rows >= 0.5 * len(run) or again >= 0.8 * len(run)
            run = [replace(heading, listed=listed) for heading in run]
        marked += reversed(run)
    return marked[::-1]


def _runs(found: Sequence[Heading]) -> Iterator[list[Heading]]:
    """Yield the headings in runs of those that stand close to each other."""
    run: list[Heading] = []
    for heading in found:
        anew = run and RANK[heading.codes[0]] < RANK[run[-1].codes[0]]
        if run and (anew or heading.start - run[-1].end > CLOSE):
            yield run
            run = []
        run.append(heading)
    if run:
        yield run


def unfolded(words: str) -> str:
    """Return a heading of two printed lines, each underlined, as one."""
    match = FOLDED.fullmatch(words) if len(words) <= LONGEST_FOLDED else None
    if match is None or any(abs(len(match[at]) - len(match[at + 1])) > DRAWN_PAST for at in (1, 3)):
        return words
    return f"{match[1]} {match[3]}"
