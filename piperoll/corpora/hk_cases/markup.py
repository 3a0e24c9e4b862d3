"""Show Markdown as its reader sees it, and remember which lines were bold or in italics."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from piperoll.corpora.hk_cases.short_lines import HEADING_LENGTH
from piperoll.corpora.hk_cases.source import Dress
from piperoll.text.paragraphs import GAP

TOKEN = re.compile(
    r"[\\*_<#\[|(](?:"  # one character that begins a mark, which the regex engine finds fast
    # "1\." in front of a paragraph that is no list
    r"(?<=\\)(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<run>(?<!\*\*)(?<=\*)\*{0,2}(?!\*)|(?<!__)(?<=_)_{0,2}(?!_))"
    # '<span class="citation">[1998] 1 SLR 217</span>'
    r"|(?<=<)(?P<tag>style>[^<]{0,2000}</style>\n?"
    r'|/?(?:a|b|br|em|i|p|span|strong|sub|sup|u)(?: [a-z-]{1,20}="[^<>"\n]{0,200}"){0,5} ?/?>)'
    r"|(?<=\[)(?P<shown>[^\[\]\n]{1,200})\]\((?P<address>[^()\s]{1,500})\)"
    # "[note: 1] (^) Bundle 3"
    r"|(?<=\] \()(?P<back>\^\)[ ]?)"
    # "## Outcome:"
    r"|(?<=#)(?P<hash>#{0,5}[ \t]+)"
    # "| Name | Year |", and the line below the head of a table
    r"|(?<=\|)(?P<rule>[-| :]{3,}$\n?)|(?<=\|)(?P<row>[^\n]*)\|[ ]*$"
    r")",
    re.MULTILINE,
)
FARTHEST = 2_000
"""Characters of emphasised text at most: a mark without its other half is not looked for farther."""
AT_LINE_START = ("hash", "rule", "row")


def plain(text: str) -> tuple[str, dict[int, Dress]]:
    """Return the text without marks, and by their starts the dress of its short lines in bold type or italics.

    A mark that stands alone is a character of the text. The address of a link is kept behind it where it says more.
    """
    tokens = [token for token in TOKEN.finditer(text) if _counts(text, token)]
    emphasis = set(_emphasis(text, tokens))
    pieces: list[str] = []
    length = at = 0
    turns: dict[str, list[int]] = {"bold": [], "italic": []}
    for index, token in enumerate(tokens):
        shown = _shown(token, index in emphasis)
        if shown is None:
            continue
        for piece in (text[at : token.start()], shown):
            pieces.append(piece)
            length += len(piece)
        at = token.end()
        if index in emphasis:
            count = len(token[0])
            for kind in ("bold",) * (count > 1) + ("italic",) * (count != 2):
                turns[kind].append(length)
    pieces.append(text[at:])
    whole = "".join(pieces)
    return whole, dict(_dresses(whole, turns))


def _counts(text: str, token: re.Match[str]) -> bool:
    """Return whether a mark of a whole line begins one."""
    if token.lastgroup not in AT_LINE_START:
        return True
    return not text[text.rfind("\n", 0, token.start()) + 1 : token.start()].strip(" ")


def _emphasis(text: str, tokens: list[re.Match[str]]) -> Iterator[int]:
    """Yield the indices of the runs of ``*`` and ``_`` that open and close emphasis within a paragraph."""
    opened: defaultdict[str, list[int]] = defaultdict(list)
    for index, token in enumerate(tokens):
        if token["run"] is None:
            continue
        run = token[0]
        before, after = text[token.start() - 1 : token.start()], text[token.end() : token.end() + 1]
        word = run[0] == "_"
        first = opened[run][-1] if opened[run] else None
        if first is not None and not _near(text, tokens[first].end(), token.start()):
            first = None
            opened[run].clear()
        if first is not None and before.strip() and not (word and after.isalnum()):
            yield from (opened[run].pop(), index)
        elif after.strip() and not (word and before.isalnum()):
            opened[run].append(index)


def _near(text: str, start: int, end: int) -> bool:
    """Return whether two offsets are in one paragraph."""
    return end - start <= FARTHEST and GAP.search(text, start, end) is None


def _shown(token: re.Match[str], emphasis: bool) -> str | None:
    """Return what is shown for a token; None: it is text."""
    if token["run"] is not None:
        return "" if emphasis else None
    if token["escaped"]:
        return token["escaped"]
    if token["shown"]:
        shown, address = token["shown"], token["address"]
        return shown if shown in address or address.rstrip(".") in shown else f"{shown} ({address})"
    if token["row"]:
        return "\t".join(cell.strip() for cell in token["row"].split("|"))
    return ""


def _dresses(text: str, turns: dict[str, list[int]]) -> Iterator[tuple[int, Dress]]:
    """Yield start and dress of each short line that is bold or in italics from its first letter to its middle."""
    for start in sorted({*turns["bold"], *turns["italic"]}):
        if start and text[start - 1] != "\n":
            continue
        end = text.find("\n", start, start + 2 * HEADING_LENGTH)
        if end > start:
            middle = (start + end) // 2
            bold, italic = (_on(turns[kind], start) and _on(turns[kind], middle) for kind in ("bold", "italic"))
            if bold or italic:
                yield start, Dress(bold=bold, italic=italic)


def _on(turns: list[int], at: int) -> bool:
    """Return whether emphasis is on at an offset: an odd number of marks stands before it."""
    return bisect_right(turns, at) % 2 == 1
