"""Put together what a judgment says of itself: what its form gives, its head prints, and its closing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from piperoll.corpora.hk_cases import case_numbers, header
from piperoll.corpora.hk_cases.counsel import represented
from piperoll.corpora.hk_cases.parties import (
    AS_PARTY,
    CASES,
    caption,
    fullest,
    joined,
    parties_of,
    party_names,
    several,
    whole_name,
    with_versus,
    without_places,
)
from piperoll.text.anchored import Anchored

CHIEF = "The Chief Justice"
OPENING = 1_500
"""Characters behind the front matter in which a line may say whose judgment it is."""
SIDES = re.compile(r",\s*|\s+and\s+")
# "Beam J. —", "The Chief Justice —", "Beam and Wick JJ. (dissenting) —": the opinion of a court of Canada begins
AUTHOR = re.compile(
    r"^(?:\[\d{1,4}\])?[ \t]*(?P<v>The Chief Justice|(?:The Chief Justice and )?"
    r"(?:[A-Z][\w’'-]+,? (?:and )?){1,8}(?:C\.)?JJ?\.(?:A\.)?)"
    r"(?: \([^()\n]{0,40}\))? —",
    re.MULTILINE,
)
# "… was heard on May 18, 2031, and the Court on that day delivered the following judgment orally"
THAT_DAY = Anchored("heard on", r"\bheard on (?P<v>\w+ \d{1,2}, \d{4}),? and the Court on that day delivered\b")
# "[LawNet Editorial Note: The appeal in Civil Appeal No 89 of 2017 was dismissed …]"
NOTE = re.compile(r"\[LawNet (?:Editorial|Admin) Note[^\]]*\]?")
TAIL = 4_000
"""Characters at the end in which the judge signs."""
# "Counsel for the Applicant: Mr D Wick"; the label may be wrapped or have no colon, and the names stand below it
STOOD = re.compile(
    r"^[ \t]*(?P<side>Counsel for [^:\n]{3,120}?(?:\n\([^:\n]{3,60}\))?)"
    r"(?:(?<!\s)[ \t]*:\s*|(?<=[a-z])(?<! and)[ \t]+(?=(?:M(?:r|s|rs|iss)\.?|Dr|[A-Z]{1,3}) [A-Z]))"
    r"(?P<v>(?!Solicitors?\b|Date)[^\s:][^\n]*?"
    r"(?:(?<=\b[A-Z]\.)\s*\n[^\n:]{2,60}?)?)"  # "Mr A." above "Wick": a sentence was seen to end there
    r"(?P<more>(?:[ \t]*\n[ \t]*(?:M(?:r|s|rs|iss)\.? )?(?:[A-Z]{1,2}\.? ){1,3}[A-Z][\w’'-]+(?: [KQS]C)?)*)[ \t]*$",
    re.MULTILINE,
)
# "Lamp Ltd (in its own capacity and as trustee of Oil Ltd (in liquidation)) v Ada Beam"
REMARK = re.compile(r" ?\((?:[^()]|\([^()]*\))*\)")
BESIDE = re.compile(r" (?=(?:Counsel|Solicitors?) for )")
CERTIFIED = re.compile(r"(?:Honourable|Hon\.?)\s+(?P<v>(?:Chief )?Justices? [A-Z][^\n.;]{2,60})")
# "Dated: 21 December 2031", behind the name of who signs; "Date of award: 3 May 2031"
DATED = re.compile(
    r"(?:^|\s)(?:Dated?(?: of (?:(?:the|this) )?(?:award|decision|judgment|reasons))?|Release date):?"
    r"\s+(?P<v>[^\n]{6,40})",
    re.IGNORECASE,
)
# "RELEASE DATE: 1 July 2031": a tribunal decides on that day, not at its hearing
RELEASED = re.compile(
    r"^[ \t]*Release(?: date|d(?: on)?)[ \t]*:?[ \t]+(?P<v>[^\n]{6,40})$", re.MULTILINE | re.IGNORECASE
)
SIGNED_ON = 40
"""Characters of a line at the end that says little more than a day: "London, 3 May 2031"."""
DELIVERED = Anchored(
    r"[JjRr](?=[Uu][Dd]|[Ee][Aa])",
    r"(?:judgment|reasons) of (?P<v>[A-Z][^\n]{2,120}?) (?:was|were) delivered",
    re.IGNORECASE,
)
FURTHER = " delivered by\n"
"""The end of a line that says whose further opinion comes: "The reasons of Mole and Fyr JJ. were delivered by"."""


def read(text: str, head: str, front: int, given: Mapping[str, Any], closing: str) -> dict[str, Any]:
    """Return the metadata: what the form gives, else what the head says, or the closing.

    Args:
        text: the stored text.
        head: its head.
        front: where its front matter ends; 0 where it has none.
        given: what the form itself gives.
        closing: the text of its closing.

    Returns:
        The values that are known.
    """
    labels = header.labelled(head)
    citation = str(given.get("citation") or header.neutral_citation(head))
    name = with_versus(str(given.get("name") or (header.case_name(head) if front else "")), head)
    cases = joined(name, head)
    case = AS_PARTY.sub("", several(name.removesuffix(" and"), head))
    printed = max(labels.get("judges", []), header.bench(head), key=len)
    from_text = {
        "citation": citation,
        "court": header.court_code(citation) or " ".join(labels.get("court", [])),
        "date": _day(text, head, front),
        "case_numbers": _case_numbers(head, labels.get("case_numbers", [])),
        "judges": printed or _signed(text, front),
        "parties": [name for name in labels.get("parties", []) if not header.kind_of([name])],
        "counsel": represented(head, labels.get("counsel", [])) or _stood(closing),
    }
    facts = from_text | {name: value for name, value in given.items() if value}
    heard = str(facts.pop("hearing", "")) or ("" if facts["date"] or not front else header.heard(head))
    facts["date"] = max(str(facts["date"]), heard)  # no judgment is given before the hearing
    if facts["date"] == heard:
        facts["date"] = max(heard, _signed_on(closing))
    if not given.get("date") and (released := RELEASED.search(closing)):
        facts["date"] = header.day(released["v"]) or facts["date"]
    facts["judges"] = _fuller(header.whole_names(facts["judges"]), header.whole_names(printed))
    facts["case_numbers"] = case_numbers.with_others(facts["case_numbers"], head)
    parties = fullest(party_names(facts["parties"]), caption(head) if front else [])
    if cases:
        case, parties = CASES.join(cases), party_names(side for case in cases for side in parties_of(case))
    facts |= {"parties": parties or party_names(parties_of(case)), "name": whole_name(case, parties)}
    facts["parties"] = without_places(facts["parties"], head)
    if len(facts["name"]) > header.LONGEST:
        facts["name"] = cases[0] if cases else REMARK.sub("", facts["name"])
    return header.compact(facts)


def _day(text: str, head: str, front: int) -> str:
    """Return the day of an oral judgment, as its first sentence says, else that of the decision in the head."""
    if heard := THAT_DAY.search(text, 0, front + OPENING):
        return header.day(heard["v"])
    return header.decided(head) if front else ""


def _signed_on(closing: str) -> str:
    """Return the day beside the signature: behind "Date", else one on a line of its own."""
    if dated := DATED.search(closing):
        return header.day(dated["v"])
    lines = (line for line in closing.split("\n") if len(line) <= SIGNED_ON and not header.HEARD.search(line))
    return next(filter(None, map(header.day, lines)), "")


def _stood(closing: str) -> list[str]:
    """Return the counsel that a closing names; those of several sides may stand on one line, with their solicitors."""
    lines = (
        f"{' '.join(match['side'].split())}: {', '.join([' '.join(match['v'].split()), *map(str.strip, more)])}"
        for match in STOOD.finditer(closing)
        for more in [match["more"].split("\n")[1:]]
    )
    return [side for line in lines for side in BESIDE.split(line) if side.startswith("Counsel")]


def _signed(text: str, front: int) -> list[str]:
    """Return the judges that the certificate at the end names, else those whose opinions these are, or who join."""
    signed = [match["v"].removesuffix(" J") for match in CERTIFIED.finditer(text[-TAIL:])]
    if signed or " —" not in text:
        return signed
    lines = (part.rpartition("\n")[2] + FURTHER for part in text[front + OPENING :].split(FURTHER)[:-1])
    places = (text[: front + OPENING], *lines)
    joined = (match["v"] for place in places for match in DELIVERED.finditer(place))
    authors = (match["v"] for match in AUTHOR.finditer(text))
    named = [judge for names in (*joined, *authors) for judge in _each(names)]
    return [judge for judge in dict.fromkeys(named) if not (judge == CHIEF and any("C.J." in one for one in named))]


def _each(names: str) -> Iterator[str]:
    """Yield the judges in a line, each with the title: "Beam and Wick JJ." → Beam J., Wick J.; the Court is none."""
    for name in SIDES.split(names):
        if name.lower() != "the court":
            yield re.sub(r" JJ\.", " J.", name) if " " in name else f"{name} J."


def _case_numbers(head: str, labelled: Sequence[str]) -> list[str]:
    """Return the numbers of the case: those behind their label, else all in the head; an editor's note names others."""
    return case_numbers.in_label(labelled) or case_numbers.in_text(NOTE.sub("", head)) or list(labelled)


def _fuller(judges: Sequence[str], printed: Sequence[str]) -> Sequence[str]:
    """Return the judges that the head prints, where the form marks only some of them."""
    marked, named = ({judge.partition(" (")[0].lower() for judge in names} for names in (judges, printed))
    return printed if len(printed) > len(judges) and marked <= named else judges
