"""Show Markdown as its reader sees it, and remember which lines were bold or in italics."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from piperoll.corpora.hk_cases.numbering import HEADING_LENGTH
from piperoll.corpora.hk_cases.source import Dress
from piperoll.text.paragraphs import lines

TOKEN = re.compile(
    r"(?P<gap>\n[ \t\xa0]*(?=\n))"  # between two paragraphs
    # "1\." in front of a paragraph that is no list
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<run>(?<!\*)\*{1,3}(?!\*)|(?<!_)_{1,3}(?!_))"
    # '<span class="citation">[1998] 1 SLR 217</span>'
    r"|(?P<tag><style>[^<]{0,2000}</style>\n?|</?(?:a|b|br|em|i|p|span|strong|sub|sup|u)(?: [^<>\n]{0,200})?/?>)"
    r"|(?P<hash>^#{1,6}[ \t]+)"
    r"|\[(?P<shown>[^\[\]\n]{1,200})\]\((?P<address>[^()\s]{1,500})\)"
    # "[note: 1] (^) Bundle 3"
    r"|(?P<back>(?<=\]) \(\^\))"
    # "| Name | Year |", and the line below the head of a table
    r"|(?P<rule>^[ ]{0,3}\|[-| :]{3,}\|?[ ]*\n?)|(?P<row>^[ ]{0,3}\|[^\n]*\|[ ]*$)",
    re.MULTILINE,
)


def plain(text: str) -> tuple[str, dict[int, Dress]]:
    """Return the text without marks, and by their starts the dress of its short lines in bold type or italics.

    A mark that stands alone is a character of the text. The address of a link is kept behind it where it says more.
    """
    tokens = list(TOKEN.finditer(text))
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
            count = len(token["run"])
            for kind in ("bold",) * (count > 1) + ("italic",) * (count != 2):
                turns[kind].append(length)
    pieces.append(text[at:])
    whole = "".join(pieces)
    return whole, dict(_dresses(whole, turns))


def _emphasis(text: str, tokens: list[re.Match[str]]) -> Iterator[int]:
    """Yield the indices of the runs of ``*`` and ``_`` that open and close emphasis within a paragraph."""
    opened: defaultdict[str, list[int]] = defaultdict(list)
    for index, token in enumerate(tokens):
        if token["gap"] is not None:
            opened.clear()
        run = token["run"]
        if run is None:
            continue
        before, after = text[token.start() - 1 : token.start()], text[token.end() : token.end() + 1]
        word = run[0] == "_"
        if opened[run] and before.strip() and not (word and after.isalnum()):
            yield from (opened[run].pop(), index)
        elif after.strip() and not (word and before.isalnum()):
            opened[run].append(index)


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
        return "\t".join(cell.strip() for cell in token["row"].strip().strip("|").split("|"))
    return None if token["gap"] is not None else ""


def _dresses(text: str, turns: dict[str, list[int]]) -> Iterator[tuple[int, Dress]]:
    """Yield start and dress of each short line that is bold or in italics from its first to its last letter."""
    if not any(turns.values()):
        return
    for start, end in lines(text, 0, len(text)):
        if 0 < end - start <= 2 * HEADING_LENGTH:
            middle = (start + end) // 2
            dress = Dress(
                bold=_on(turns["bold"], start) and _on(turns["bold"], middle),
                italic=_on(turns["italic"], start) and _on(turns["italic"], middle),
            )
            if dress.bold or dress.italic:
                yield start, dress


def _on(turns: list[int], at: int) -> bool:
    """Return whether emphasis is on at an offset: an odd number of marks stands before it."""
    return bisect_right(turns, at) % 2 == 1
