"""Read the list of amending acts that the register keeps of a statute, and find the act that repealed it in the list.

A statute goes on being listed after its repeal; what tells of it is a note in this list: ``anteckningar: upph.``
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from piperoll.corpora.se_law.blocks import Source
from piperoll.corpora.se_law.json_values import day_of, text_of
from piperoll.corpora.se_law.numbers import label, sfs_key

ENTRY_LINE = re.compile(r"\n[ \t]*(- )?[ \t]*(beteckning|rubrik|ikraft_datum|anteckningar):[ \t]*([^\n]*)")
# "upph.", "upphävd", "upph.; övergångsbest.", "upph. (se även 2000:727)", "upph. genom 2006:1371"
# Not: "upph. 5 §", "upph. såvitt avser Ukraina", "upph.; gäller endast under viss förutsättning" (1937:73)
REPEALED = re.compile(
    r"\s*upph(?:äv(?:d|s|ts)|ör(?:\s+att\s+gälla)?)?[.,]?\s*"
    r"(?:\([^()]*\)|(?:genom|gm|enl(?:\.|igt))\s+(?:SFS\s*)?(?P<by>\d{4}:\d+)"
    r"|(?:fr\.\s?o\.\s?m\.?\s*|den\s+)?\d{4}-\d\d-\d\d"
    r"|;\s*(?:överg|omtryck|ändr\. \d{4}:\d+ utgår)[^;]*)?\s*",
    re.IGNORECASE,
)
# "upph. 1993:1351", "upphäver 1982:885", "ändr. 2005:706 utgår": the act that is named is itself undone.
# Not: "upph. övergångsbest. till 1994:297"
UNDONE = re.compile(r"(?:\bupph\.|\bupphäver|\butgår)\s+((?:\d{4}:\d+(?:,\s*)?)+)(?!\s*i de delar)|(\d{4}:\d+)\s+utgår")
NUMBER = re.compile(r"(\d{4}):(\d+)")
# "SFS 1993:1351", "nya stadgar 1993 (ej i SFS)" (1911:104)
YEAR = re.compile(r"\b(?:18|19|20)\d\d\b")
HEADINGS = re.compile(r"rubr\.?\s+närmast\s+(?:före|efter|framför)\s+[^;§]{0,80}§{1,2}")
LABEL = r"\d{1,4}(?: [a-zåäö]{1,2}\b)?"
# "20 kap 2, 4 §§", "5-7 §§", "2 a kap.", "12 a §"
PLACE = re.compile(
    rf"(?P<chapter>{LABEL}) kap\b\.?|(?P<sections>{LABEL}(?: ?- ?{LABEL})?(?:, {LABEL}(?: ?- ?{LABEL})?)*) §"
)
LONGEST_RANGE = 200
"""§§ in a range that is written out."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """An amendment is an entry of the list: an act, its title, the day it entered into force, and what it changed."""

    act: str
    title: str
    day: date | None
    note: str


def in_front_matter(lines: str) -> list[Amendment]:
    """Return the list that the lines of a front matter hold: four fields, one a line, ``- `` before the first."""
    entries: list[dict[str, str]] = [{}]
    for opens, field, value in ENTRY_LINE.findall(lines):
        if opens:
            entries.append({})
        entries[-1][field] = _unquoted(value.rstrip())
    return list(_amendments(entries, "ikraft_datum"))


def in_entry(entries: Sequence[Any]) -> list[Amendment]:
    """Return the list of an entry of the official register, which is JSON.

    An act that the register took out of the list again ("borttagen") may be about another statute (2011:13).
    """
    kept = (entry for entry in entries if isinstance(entry, Mapping) and not entry.get("borttagen"))
    return list(_amendments(kept, "ikraftDateTime"))


def _amendments(entries: Iterable[Mapping[str, Any]], day: str) -> Iterator[Amendment]:
    for entry in entries:
        if number := text_of(entry.get("beteckning"), "beteckning"):
            title = " ".join(text_of(entry.get("rubrik"), "rubrik").split())
            note = " ".join(text_of(entry.get("anteckningar"), "anteckningar").split())
            yield Amendment(sfs_key(number), title, day_of(entry.get(day)), note)


def _unquoted(value: str) -> str:
    """Return a value of YAML without its quotes; a value without quotes is as it stands."""
    if len(value) > 1 and value[0] == value[-1] == '"':
        return value[1:-1].replace('\\"', '"')
    return value[1:-1].replace("''", "'") if len(value) > 1 and value[0] == value[-1] == "'" else value


def note_repeal(source: Source, amendments: Sequence[Amendment]) -> None:
    """Note the act of the list that repealed the statute, if one did.

    Of several the last one counts, and none that a later act undid.
    """
    undone = {
        sfs_key(number[0])
        for amendment in amendments
        if "upph" in amendment.note or "utgår" in amendment.note
        for match in UNDONE.finditer(amendment.note)
        for number in NUMBER.finditer(match[1] or match[2])
    }
    repeals = [
        sfs_key(match["by"] or amendment.act)
        for amendment in amendments
        if amendment.act not in undone and (match := REPEALED.fullmatch(amendment.note))
    ]
    if repeals:
        act = max(repeals, key=_order)
        day = next((amendment.day for amendment in amendments if amendment.act == act), None)
        repeal(source, act, day)


def repeal(source: Source, act: str, day: date | None) -> None:
    """Note the act that repealed a statute; where the day is not known, it is the end of the year in its number.

    The end that the statute had in any case comes before a later estimate.

    Args:
        source: the statute.
        act: the key of the act.
        day: the first day on which the statute no longer applied; None if it is not known.
    """
    estimate = end_of_year(act)
    if day is None and source.valid_to and estimate and source.valid_to <= estimate:
        day = source.valid_to
    source.repeal(act, day or estimate, estimated=day is None)


def end_of_year(act: str) -> date | None:
    """Return the day after the year in the number of an act, or in its name: by then it has mostly entered into force.

    Of 205 repeals of which the register says the day, 84 were in that year, 101 on the day after it, and 20 later.
    """
    named = YEAR.search(act)
    year = int(named[0]) if named else 0
    return date(year + 1, 1, 1) if 0 < year < date.max.year else None


def as_metadata(amendments: Sequence[Amendment]) -> list[dict[str, str]]:
    """Return the list as readers see it: act, title, in_force and note, as far as they are known."""
    rows = (
        {
            "act": one.act,
            "title": one.title,
            "in_force": one.day.isoformat() if one.day else "",
            "note": one.note,
        }
        for one in amendments
    )
    return [{name: value for name, value in row.items() if value} for row in rows]


def places(note: str) -> list[str]:
    """Return the paths of the units that a note names: "ändr. 2 kap. 3, 5-7 §§; ny 8 a §" → ``kap2.§3``, ``kap2.§5`` …

    A chapter goes on until the next one, or until a semicolon. A heading ("rubr. närmast före 3 §") is no unit.
    """
    found: list[str] = []
    for part in HEADINGS.sub("", note).split(";"):
        chapter, numbered = "0", False
        for match in PLACE.finditer(part):
            if match["chapter"]:
                found += [f"kap{chapter}"] if chapter != "0" and not numbered else []
                chapter, numbered = label(match["chapter"]), False
            else:
                numbered = True
                found += [f"kap{chapter}.§{number}" for number in _each(match["sections"])]
        found += [f"kap{chapter}"] if chapter != "0" and not numbered else []
    return list(dict.fromkeys(found))


def _each(sections: str) -> Iterator[str]:
    """Yield the labels in "2, 4 a, 5-7": a range of numbers is written out."""
    for item in sections.split(","):
        first, _, last = map(label, item.partition("-"))
        if first.isdigit() and last.isdigit() and 0 < int(last) - int(first) <= LONGEST_RANGE:
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield from filter(None, (first, last))


def _order(act: str) -> tuple[int, int]:
    number = NUMBER.search(act)
    return (int(number[1]), int(number[2])) if number else (0, 0)
