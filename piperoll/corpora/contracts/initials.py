"""Write out the parties whose names stand in initials: "DCL", below which "DAIRY CREST LIMITED" stands."""

import re
from collections.abc import Iterable, Iterator

from piperoll.corpora.contracts.given import NAMES
from piperoll.corpora.contracts.names import COMPANY, bare, is_party

SHORT = re.compile(r"[A-Z][A-Z&]{1,6}")
WITHIN = 3_000
"""Characters in which the whole name stands."""
LAST = re.compile(r"(?i)\bcompany$")


def written_out(names: Iterable[str], head: str) -> Iterator[str]:
    """Yield names; instead of one in capitals, the first company that it is short for."""
    companies: dict[str, str] | None = None
    for name in names:
        if SHORT.fullmatch(name) and companies is None:
            companies = {bare(match[0]): head[: match.start()].rstrip()[-8:] for match in _companies(head)}
        known = companies.items() if companies and SHORT.fullmatch(name) else ()
        yield next((one for one, front in known if _is_short_for(name, one, front)), name)


def has_initials(company: str, short: str) -> bool:
    """Return whether a short name has the initials of a company, with or without its "Limited"."""
    words = company.replace(",", "").split()
    initials = "".join("&" if word.lower() in ("and", "&") else word[0] for word in words)
    return short in (initials, initials[:-1])


def _companies(head: str) -> Iterator[re.Match[str]]:
    for match in NAMES.finditer(head, 0, WITHIN):
        name = bare(match[0])
        if (COMPANY.search(name) or LAST.search(name)) and is_party(name):
            yield match


def _is_short_for(name: str, company: str, front: str) -> bool:
    """Return whether a name stands for a company: "LG", "LAMP" for "Lamp, Inc.", "LAMP" above "LAMP GROUP LIMITED"."""
    first, _, rest = company.replace(",", "").partition(" ")
    same = first.upper() == name and (COMPANY.fullmatch(rest) is not None or front.split()[-1:] == [name])
    return same or has_initials(company, name)
