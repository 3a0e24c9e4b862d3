"""Read the parties of a contract in which neither "between" nor names in quotation marks nor signatures tell them."""

import re
from collections.abc import Iterator
from itertools import islice

from piperoll.corpora.contracts.given import NAMES
from piperoll.corpora.contracts.initials import has_initials
from piperoll.corpora.contracts.names import COMPANY, NAME, ROLES, bare, distinct, is_party
from piperoll.corpora.contracts.parties import parties

WITHIN = 1_500
"""Characters in which a party has a role in front of it, or its short name behind it."""
SHORT_BEHIND = re.compile(r"\((?P<short>[A-Z][A-Z&]{1,14})\)")
# "SENDER LANTERN PETROLEUM LIMITED" on a line of its own
ROLE_LINE = re.compile(r"^(?P<role>[A-Z]{4,12})\s+(?=[A-Z])", re.MULTILINE)
WITH = re.compile(r"\b[Aa]greement\swith:?\s{1,9}(?=[A-Z])")
# "Accepted by:  Lantern Media/Date"
SIGN_LINE = re.compile(r"^[ \t]{0,40}(?P<name>[A-Z][\w&.',]*(?:[ ][\w&.',]+){1,7})/Date[ \t]*$", re.MULTILINE)
PARAGRAPH = re.compile(r"\n\s*\n|\s{3}")
FRONT = 200
"""Characters from the first letter of a name to its short name."""
LONGEST = 120
MOST = 8
"""Places behind the first pages that are read."""


def sparse_names(head: str) -> list[str]:
    """Return the companies on lines that begin with two roles, those with short names behind them, or the other party.

    "(LAMP)" is short for "LAMP SERVICES"; one of such names at least is that of a company. The other party is the one
    "with" which a form is an agreement.
    """
    on_lines = distinct(_on_role_lines(head))
    if len(on_lines) > 1:
        return on_lines
    abbreviated = distinct(_abbreviated(head[:WITHIN]))
    if any(map(COMPANY.search, abbreviated)):
        return abbreviated
    return [name for match in WITH.finditer(head) if (name := _company(head, match.end()))][:1]


def on_sign_lines(text: str) -> list[str]:
    """Return the parties that have a line to sign on: "Lantern Media/Date"; the text names them elsewhere, too."""
    names = [
        line["name"] for line in islice(SIGN_LINE.finditer(text), MOST) if text.find(line["name"], 0, line.start()) >= 0
    ]
    return distinct(filter(is_party, names)) if len(names) > 1 else []


def named_elsewhere(text: str, type_name: str) -> list[str]:
    """Return the parties where a form at the end names the contract: "the Lamp Agreement between A Ltd and B Ltd"."""
    places = re.finditer(rf"{re.escape(type_name)}\b[^.;]{{0,60}}\bbetween\s", text) if type_name else iter(())
    for match in islice(places, MOST):
        names = parties(PARAGRAPH.split(text[match.start() : match.end() + 2 * LONGEST])[0])
        if len(names) > 1:
            return names
    return []


def _on_role_lines(head: str) -> Iterator[str]:
    for line in ROLE_LINE.finditer(head, 0, WITHIN):
        if line["role"].lower() in ROLES and (name := _company(head, line.end())):
            yield name


def _abbreviated(head: str) -> Iterator[str]:
    for short in SHORT_BEHIND.finditer(head):
        names = [bare(match[0]) for match in NAMES.finditer(head, max(0, short.start() - FRONT), short.start())]
        yield from [name for name in names if _is_short(short["short"], name) and is_party(name)][-1:]


def _is_short(short: str, name: str) -> bool:
    return name.partition(" ")[0] == short or has_initials(name, short)


def _company(head: str, start: int) -> str:
    """Return the company whose name begins at a place, and ends on its line; "" for other words."""
    match = NAME.match(head[start : start + LONGEST].partition("\n")[0])
    name = bare(match["name"]) if match else ""
    return name if COMPANY.search(name) and is_party(name) else ""
