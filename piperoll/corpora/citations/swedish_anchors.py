"""Find where citations begin in a Swedish text, each sort by a pattern of its own."""

import re
from collections.abc import Sequence

from piperoll.corpora.citations import european
from piperoll.corpora.citations.european import SPACE as W
from piperoll.corpora.citations.swedish_acts import SERIES
from piperoll.corpora.citations.swedish_names import CODES
from piperoll.text.anchored import Anchored

# Works and cases, as printed

# "prop. 2009/10:165", "bet. 2009/10:JuU12", "rskr. 2009/10:123", "SOU 2010:12"
WORK = r"(?:prop|bet|rskr|skr|dir)\.\s?\d{4}(?:/\d{2,4})?:[A-ZÅÄÖa-zåäö]{0,5}\d{1,4}|(?:SOU|Ds)\s\d{4}:\d{1,3}"
# "NJA 2010 s. 123", "HFD 2015 ref. 12", "RÅ 2009 ref. 3", "AD 2010 nr 12", "C-123/10"
CASE = (
    r"(?:NJA|RÅ|HFD|AD|RH|MÖD|MIG|MD|PMÖD)\s\d{4}(?::\d{1,4}|\s(?:s\.|ref\.|not\.?|nr)\s?\d{1,4})"
    r"|[CTF]-\d{1,4}/\d{2}\b"
)
ANCHORS: Sequence[tuple[str, re.Pattern[str] | Anchored]] = (
    ("european", european.OPENS[0]),
    ("directive", Anchored("[0-9](?=[0-9]{1,3}/)", european.OPENS[1].pattern, needs=("/C", "/E", "/G", "/J", "/R"))),
    (
        "number",
        re.compile(rf"\((?=\s?(?:{SERIES}\s|SFS\s)?\d{{4}}:\d)"),
    ),
    (
        "number",
        Anchored(r"[A-ZÅÄÖ](?=[A-ZÅÄÖ]{0,5}-?FS)", r"[A-ZÅÄÖ]{1,6}-?FS[^\S\n](?=\d{4}:\d)", needs=("FS",)),
    ),
    (
        "provisions",
        re.compile(
            r"[0-9][0-9]{0,2}(?![0-9/:])"
            r"(?=\s{0,12}(?:[a-zåäö]\b)?\s{0,12}(?:§|kap|[,–—-]|och|eller|samt|till|t\.o|resp|jämte))"
        ),
    ),
    ("articles", re.compile(r"arti[kc]")),
    ("articles", re.compile(r"Arti[kc]")),
    ("appendix", re.compile(r"bilaga\b")),
    ("again", re.compile(rf"samma{W}paragraf\b")),
    ("again", re.compile(rf"nämnda{W}paragraf\b")),
    (
        "code",
        Anchored(
            [
                rf"{end}(?:{'|'.join(f'(?<=({name[0]}){name[1:]})' for name in CODES if name.endswith(end))})"
                for end in ("balken", "formen", "lagen", "ordningen", "förordning", "fördraget")
            ],
            rf"(?:{'|'.join(map(re.escape, CODES))})(?!\w)(?!\s?\()",
        ),
    ),
    (
        "document",
        Anchored((r"prop\.", r"bet\.", r"rskr\.", r"skr\.(?<!rskr\.)", r"dir\.", r"SOU\s", r"Ds\s"), WORK),
    ),
    ("case", Anchored(r"[NRHAMPCTF](?=[JÅFDHÖI]|MÖD|-\d)", CASE)),
)
"""Patterns for the start of each sort of citation; their first characters let the regex engine find them fast."""
