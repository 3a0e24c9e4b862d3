"""Cut paragraphs of filings into sentences.

The rules are those of :mod:`piperoll.text.sentences`, corrected for filings: an abbreviation may end a sentence
("… in the U.S. The Company …"), and "Item 1." or "Note 7." does not.
"""

import re
from collections.abc import Iterator

from piperoll.ranges import Range
from piperoll.text.paragraphs import trim

END = re.compile(
    r"[.!?]{1,3}[\"”’')\]]{0,3}(?:\s?\((?P<noted>\d{1,2})\))?(?=\s{1,80}(?:[•●▪◦]\s{0,3})?[\"“‘'(\[$]{0,3}[A-Z0-9])"
)
"""What may end a sentence: "… Corp. The …", "… 2024.” (1) We …", "… the U.S. • Import …"."""
ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof hon gen sen rep st mt ft vs v al cf e.g i.e eg ie viz approx no nos art arts sec secs para "
    "paras fig figs ex exh exhs vol vols pt pp p ch dept est ed eds messrs attn tel ext reg regs cir dist supp "
    "jan feb mar apr jun jul aug sept sep oct nov dec mon tue wed thu fri".split()
)
"""After these a sentence goes on, whatever stands behind them."""
ENDING = frozenset(
    "inc corp co ltd llc l.l.c plc n.v s.a a.g u.s u.k u.s.a u.n d.c e.u l.p llp n.a jr sr bros etc a.m p.m ph.d "
    "m.d p.c s.p.a b.v p.l.c sq yr yrs hr hrs min mo mos ct cts pct bbl bbls avg n.y calif conn mass mich minn pa va "
    "wash ltda gmbh s.r.l srl pte pty b.v.b.a oy ab".split()
)
"""After these a sentence ends where the next word begins one."""
STARTS = re.compile(
    r"(?:[•●▪◦]|[\"“‘'(\[]{0,2}(?:The|This|These|Those|That|Our|We|It|Its|In|On|At|As|If|For|From|By|With|Under|During|When|While|Where|"
    r"Although|Though|Since|Because|However|Accordingly|Additionally|Also|Any|All|Each|Such|Some|Many|Most|There|They|Their|He|She|"
    r"His|Her|To|Upon|After|Before|Further|Furthermore|Moreover|Therefore|Thus|Unless|Until|Certain|Other|Both|Not|An|A|"
    r"Pursuant|Prior|Following|Based|See|Total|Net|Management|Mr|Ms|Mrs|Dr|What|How|You|Your|Item|Note|One|Two|Changes|"
    r"Effective|Beginning|Historically|Generally(?! Accepted)|Currently|Through|Among|Within|Despite|"
    r"Even|Once|Since|Substantially|Together|Like)\b)"
)
CLEAR = re.compile(r"(?:The|This|These|We|Our|It|In|As|If|For|Such|However|There|Also|On|At|Accordingly)\b")
"""What begins a sentence and no title: "… in Note 13. The Company expects …", but "Note 17. Commitments"."""
LABEL = re.compile(
    r"\b(?:items?|notes?|no|nos|part|section|sections|rule|rules|exhibit|exhibits|schedule|article|chapter|table|figure|step|tier|phase|level)\Z",
    re.IGNORECASE,
)
""""Item 1. Business", "Note 7. Income Taxes": the number belongs to what follows."""
WORD = re.compile(r"[^\s(\[“\"‘'—–]*\Z")
INITIAL = re.compile(r"[A-Z](?:\.[A-Z]){0,3}\Z")
ENUMERATOR = re.compile(r"[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[)\].]{0,2}\Z")
LOOK_BACK = 24
FOOTNOTE = re.compile(r"\((\d{1,2})\)\s?(?=[A-Z])")
"""Begins footnotes that stand in one paragraph: "(1) Estimates. (2) Includes oil."."""
FRAGMENT = 3
"""Characters of a sentence; what is shorter belongs to the one behind it: "1.", "•"."""


def sentences(text: str, start: int, end: int) -> Iterator[Range]:
    """Yield the sentences of a paragraph, trimmed.

    Args:
        text: the stored text.
        start: offset of the first character of the paragraph.
        end: offset behind its last character.
    """
    at = start
    first = FOOTNOTE.match(text, start, end)
    following = int(first[1]) + 1 if first else -1
    for match in END.finditer(text, start, end):
        stop = match.end()
        if match["noted"] and int(match["noted"]) == following:  # the next footnote, and no reference behind a stop
            stop, following = match.start("noted") - 1, following + 1
        if stop - at > FRAGMENT and _ends(text, at, match):
            yield trim(text, at, stop)
            at = stop
    if (rest := trim(text, at, end))[0] < rest[1]:
        yield rest


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    """Return whether a sentence ends at a stop."""
    at = match.start()
    if text[at] != "." or text[at + 1 : at + 2] == ".":
        return True
    found = WORD.search(text, max(start, at - LOOK_BACK), at)
    word = found[0] if found else ""
    last = word.lower().rpartition("-")[2].lstrip("$")
    if last in ABBREVIATIONS:
        return False
    following = text[match.end() : match.end() + 40].lstrip()
    if last in ENDING or last.endswith((".com", ".inc")):
        return STARTS.match(following) is not None
    if INITIAL.match(word):
        return len(word) > 1 and STARTS.match(following) is not None
    if (
        word.isdigit()
        and len(word) < 4
        and LABEL.search(text, max(start, at - len(word) - LOOK_BACK), max(start, at - len(word) - 1))
    ):
        return CLEAR.match(following) is not None
    return not (at - len(word) <= start + 1 and ENUMERATOR.match(word))
