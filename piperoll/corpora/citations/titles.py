"""Find other contracts and policies by their titles: "our [Privacy Policy](…)", "the Master Services Agreement"."""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.citations.european import SPACE as W
from piperoll.text.anchored import Anchored

LINK = re.compile(r"\[(?P<text>[^\[\]\n]{3,160})\]\(")
LINKED_TITLE = re.compile(
    r"(?-i:[A-Z])(?:.*\b)?(?:polic(?:y|ies)|terms|conditions|agreement|notice|statement|guidelines|addendum|rules|standards"
    r"|code of conduct|terms of (?:service|use|sale)(?: for [\w ]+)?|(?:policy|notice|terms) (?:for|at) [\w ]+)\Z",
    re.IGNORECASE | re.DOTALL,
)
# not "the Registration Statement", "the LCIA Rules", which are no contracts
NAME_WORD = (
    r"(?=[A-Z])(?!(?:Applicable|Registration|Proxy|Financial)\b|(?:[A-Z]{2,6}|Supplemental|Resolution|Arbitration)\s{1,3}Rules\b)"
    r"[A-Z][\w’'&-]{0,30}(?:\.[a-z]{2,5}(?!\w))?"
)
TITLED = (
    rf"(?:{NAME_WORD}{W}(?:(?:of|and|for){W}(?=[A-Z]))?){{0,6}}?"
    rf"(?:Terms{W}(?:of{W}(?:Service|Use|Sale)|and{W}Conditions)|Code{W}of{W}Conduct"
    rf"|{NAME_WORD}{W}(?:Agreement|Policy|Terms(?!{W}(?:of{W}[SU]|and{W}C))|Notice|Statement|Guidelines|Rules|Addendum))\b"
)
# "our Privacy Policy", "the Master Services Agreement", "OpenSea's Privacy Policy"
_AHEAD = (
    r"(?=\s{1,13}[*_]{0,3}[A-Z])(?=\s{1,13}[*_]{0,3}(?:[A-Z]\S{0,40}\s{1,13}(?:(?:of|and|for)\s{1,13})?){0,7}?"
    r"(?:Agreement|Policy|Terms|Notice|Statement|Guidelines|Rules|Addendum|Code))"
)
TITLES = Anchored(
    (f"he(?<=([Tt])he){_AHEAD}", f"ur(?<=([Oo])ur){_AHEAD}", f"’s{_AHEAD}", f"'s{_AHEAD}"),
    rf"(?:[Oo]ur|[Tt]he|[’']s){W}[*_]{{0,3}}(?P<title>{TITLED})(?!{W}(?:Act|Code|above|below)\b)",
)
AND_TITLE = re.compile(rf"(?:{W}and{W}|,{W}(?:and{W})?)(?:the{W}|our{W})?(?P<title>{TITLED})")
# "these Example Additional Terms (the 'Additional Terms')"
OWN_TITLE = Anchored(
    (r"his(?<=([Tt])his)\s", r"hese(?<=([Tt])hese)\s"),
    rf"[Tt]h(?:is|ese){W}[*_\"“]{{0,3}}(?P<title>{TITLED})"
    rf"(?:[*_\"”]{{0,3}}{W}\((?:the{W})?[*_\"“'‘]{{1,3}}(?P<short>[A-Z][^\"”'’*\n()]{{2,60}}))?",
)


def documents(
    text: str, start: int, end: int, own: Sequence[str], defined: frozenset[str]
) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and title of each other contract or policy: linked, or named with an article.

    Args:
        text: the document.
        start: where the search begins.
        end: where it ends.
        own: names of the document itself.
        defined: terms that the text defines, in lower case; they name no document.

    Yields:
        (start, end, title) of each reference.
    """
    not_references = {
        *(name.lower() for name in own),
        *defined,
        *(_title(name).lower() for match in OWN_TITLE.finditer(text, start, end) for name in match.groups("")),
    }
    for link in LINK.finditer(text, start, end):
        title = _title(link["text"])
        if LINKED_TITLE.match(title) and title.lower() not in not_references:
            yield *link.span("text"), title
    for first in TITLES.finditer(text, start, end):
        match: re.Match[str] | None = first
        while match is not None:
            title = _title(match["title"])
            if title.lower() not in not_references:
                yield match.start() if match is first else match.start("title"), match.end(), title
            match = AND_TITLE.match(text, match.end(), end)


def _title(printed: str) -> str:
    return " ".join(printed.replace("*", "").replace("_", " ").split()).strip("\"“”'’,. ")
