"""Read the contexts and the units of inline XBRL, which stand in its hidden header."""

from collections.abc import Iterator

import lxml.html

from piperoll.corpora.sec_10k.filing import Context


def contexts_of(root: lxml.html.HtmlElement) -> dict[str, Context]:
    """Return the contexts in a page by their ids."""
    found = (_context(element) for element in root.iter("xbrli:context", "context"))
    return {context.id: context for context in found}


def units_of(root: lxml.html.HtmlElement) -> dict[str, str]:
    """Return the units in a page by their ids: "iso4217:USD", "iso4217:USD/xbrli:shares"."""
    units: dict[str, str] = {}
    for unit in root.iter("xbrli:unit", "unit"):
        measures = {_local(one.getparent()): _text(one) for one in unit.iter() if _local(one) == "measure"}
        below = measures.get("unitdenominator")
        above = measures.get("unitnumerator") or measures.get("unit", "")
        units[unit.get("id", "")] = f"{above}/{below}" if below else above
    return units


def _context(element: lxml.html.HtmlElement) -> Context:
    parts = {_local(one): _text(one) for one in element.iter()}
    dimensions = dict(_dimensions(element))
    end = parts.get("instant") or parts.get("enddate", "")
    return Context(element.get("id", ""), parts.get("identifier", ""), parts.get("startdate", ""), end, dimensions)


def _dimensions(element: lxml.html.HtmlElement) -> Iterator[tuple[str, str]]:
    for member in element.iter("xbrldi:explicitmember", "xbrldi:typedmember"):
        yield member.get("dimension", ""), " ".join("".join(member.itertext()).split())


def _local(element: lxml.html.HtmlElement) -> str:
    return str(element.tag).rpartition(":")[2]


def _text(element: lxml.html.HtmlElement) -> str:
    return (element.text or "").strip()
