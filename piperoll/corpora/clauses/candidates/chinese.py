"""Find the clauses of Chinese contracts, "第一条 标的", "一、标的", "（一）", "附件一：清单", and their signatures."""

import re
from collections.abc import Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.labels import Label, chinese

NUMBER = r"[一二三四五六七八九十百零〇\d]{1,6}"
LABEL = re.compile(
    rf"第[ ]?(?P<article>{NUMBER})[ ]?[条條]|第[ ]?(?P<part>{NUMBER})[ ]?[章节]"
    rf"|(?P<word>附件|附录|附表)[ ]?(?P<schedule>[一二三四五六七八九十\d]{{1,3}})(?=[：:、. \t\u3000]|$)"
    r"|(?P<heading>[一二三四五六七八九十]{1,3})、|[（(](?P<item>[一二三四五六七八九十]{1,3})[）)]|(?P<number>\d{1,2})、",
    re.MULTILINE,
)
SIGNS = re.compile(r"[甲乙丙买卖供需][ \u3000]?方[ \u3000]?[（(](?:盖章|签章|公章|签字|签名|签署)|[（(]以下无正文")
OPENS = frozenset("第附（(甲乙买卖供需一二三四五六七八九十0123456789")
"""The first characters of their matches."""
GAP = re.compile(r"[：:、.\s\u3000]*")
HEADING = re.compile(r"[^。；;，,\n]{1,30}")
"""Matches the words of a heading, which are all there is on its line."""


def chinese_clauses(text: str, rows: Sequence[Range]) -> dict[int, Candidate]:
    """Return the clauses of a Chinese text, by where they start.

    Args:
        text: the stored text.
        rows: the character ranges of its lines.
    """
    found: dict[int, Candidate] = {}
    if text.isascii():
        return found
    signed = False
    for start, end in rows:
        if text[start] not in OPENS:
            continue
        if SIGNS.match(text, start, end):
            if not signed:
                found[start] = Candidate(start, start, closing=True)
            signed = True
        elif match := LABEL.match(text, start, end):
            found[start] = _clause(text, match, end)
            signed = signed and match["schedule"] is None
    return found


def _clause(text: str, match: re.Match[str], end: int) -> Candidate:
    """Return the clause whose label matches in a line that ends at ``end``."""
    group = match.lastgroup or ""
    value = chinese(match[group])
    label = {
        "article": Label("article", (f"art{value}",), (value,)),
        "part": Label("part", (f"part-{value}",), (value,)),
        "schedule": Label("schedule", (f"{match['word']}-{value}",), ()),
        "heading": Label("letter", (str(value),), (), "、", str(value)),
        "item": Label("letter", (str(value),), (), "（）", str(value)),
        "number": Label("letter", (str(value),), (), "1、", str(value)),
    }[group]
    gap = GAP.match(text, match.end(), end)
    at = gap.end() if gap else match.end()
    heading = HEADING.fullmatch(text, at, end) if at < end and group not in ("item", "number") else None
    stop = end if heading else match.end()
    return Candidate(
        match.start(), stop, label, heading[0] if heading else "", own_line=stop == end, printed=match[0].strip()
    )
