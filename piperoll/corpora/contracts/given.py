"""Read the parties that no "between" leads to: those to which a contract gives names, or to which it is written."""

import re
from collections.abc import Iterator

from piperoll.corpora.contracts.names import (
    COMPANY,
    DESCRIBED,
    HEADINGS,
    NAME,
    ROLES,
    SEPARATOR,
    SUFFIX,
    bare,
    is_party,
)

# "(the “Company”)", "(hereinafter "WCC")": it stands behind the name and the description of a party
# and "hereinafter referred to as the "Company"", or "(hereinafter referred to as Party A)"
GIVEN = re.compile(
    r"\((?:[^()“\"]{0,60})[“\"](?P<role>[^”\"\n]{2,40})[”\"]"
    r"|(?:,\s|\()[Hh]ere(?:in)?after\s+(?:referred\s+to\s+as|called)\s+(?:the\s+)?(?:Party\s[AB12]\b|[“\"])"
    r"|(?P<later>[”\"]?\s(?:will|shall)\s(?:also\s|hereinafter\s)?be\s(?:referred\sto\sas|called)\s(?:the\s)?[“\"])"
    r"|\[(?:DISCLOSING|Disclosing|RECEIVING|Receiving)\s(?:PARTY|Party)\]"
)
# "Lantern Brokers, Inc. ("Agent for the Seller")"
FOR_ANOTHER = re.compile(r"(?i)(?:\w+\s)?(?:agent|broker|counsel|representative)s?\s(?:for|of)\s")
BODY = re.compile(r"(?!.* of the )[A-Z].*\w\s(?:Company|Bank|Fund|Authority|University|Association)\Z")
"""Matches the name of a body that is no "Inc.": "Harbour Savings Bank", but not "Board of the Harbour Bank"."""
CITY = re.compile(r"(?:City|Town|County|Province)\sof\s[A-Z]")
"""Matches a name that has a "the" in front: "the City of Port (the “Seller”)"."""
AND_BEHIND = re.compile(r",? an? (?:[\w.]+ ){1,4}\(\w+\) and ")
"""Matches what stands between two parties of which the first one has no name in quotation marks."""
BEGUN = re.compile(
    r"\n\s*\n|\b(?:WHEREAS|Whereas),?\s|[a-z]:\s|(?<=[a-z]{3}[.])\s(?=[A-Z])|(?<=\d),\sand\s(?=[A-Z])"
    r"|\b(?i:value\sreceived|consideration),\s"
)
"""Matches where a paragraph, a sentence, an address, or what a promise is made for, ends in front of a party."""
SET_FULL = re.compile(r"(?<=\S) {2,4}(?=\S)")
"""Matches the blanks between the words of a line that is set to the full width."""
GIVEN_WITHIN = 2_500
"""Characters in which parties that no "between" leads to are given a name."""
GIVEN_BEHIND = 350
"""Characters between the first letter of a party and the name that it is given."""
_SMALL = (
    r"(?!(?:the|of|and|an|by|its|our|your|this|that|such|each|any|other|with|for|certain)\b)"
    rf"[a-z][\w-]{{2,}}(?:\s\d)?,?\s(?={SUFFIX})"
)
"""Matches a name in small letters in front of its "Inc."."""
_WORD = r"(?:[A-Z][\w&.’'/-]*|\d[\w.-]*)"
NAMES = re.compile(
    rf"(?<![\w.’'-])(?<!\w[*+!@])(?:{_SMALL})?[A-Z][\w&.’'/-]*"
    rf"(?:,?[ \n](?:(?:of|and|the|for|de|&)[ ]){{0,2}}{_WORD}){{0,9}}"
)
# "Lantern Inc., a Delaware Corporation", "Source: LANTERN INC., 8-K"
IS = re.compile(r"\A[\s,]*(?:is\s|(?:d/b/a|doing business as)\s(?:[A-Z][\w&.’'-]*\s?){1,6},\s)?")
"""Matches what stands in front of a description: "Lantern Inc., a", "LANTERN is a", "Port Bank d/b/a Lantern, a"."""
NO_NAME_BEHIND = re.compile(r"(?:\ban?|Source:|&|\bsubsidiary,|\bseries of)\s{1,3}\Z")
CUT_OFF = re.compile(r"\b[A-Z][\w.]*\s\Z")
"""Matches a word of a name in front of what is searched."""
LONGEST_WORD = 20
# "A Ltd., represented by its director Ann Keeper, hereinafter referred to as the “Agent”"
REPRESENTED = re.compile(r"\brepresented\s(?:\w+\s){0,4}by:?\s(?:[\w.]+,?\s){0,6}\Z")
"""Matches in front of whoever acts for a party; the text has blanks only."""
REPRESENTED_WITHIN = 100
STREET_NUMBER = re.compile(r"(?<=[\s,])\d{1,5}\s\Z")
"""Matches in front of the street of an address."""
POSTCODE = re.compile(r"\b[A-Z]{2}\s\d{5}\b")
OR = re.compile(r",?\sor\s")
"""Matches behind one of several of which a later act names one; none of them is a party."""
# "The Buyer: Lantern Inc. Address:", "To: Lantern Inc., Attention: …, From: Oil AG"
# and "Landlord: Port LP" on a line of its own, or ""RESELLER"  Port Corp." in a column of its own
FIELD = re.compile(
    r"(?<!\w)(?:[Bb]uyer|[Ss]eller|[Pp]urchaser|To|From|TO|FROM|BUYER|SELLER|SPONSOR)(?:/[\w-]+)?:\s+"
    r"(?P<full>Name:\s+)?(?=[A-Z])"
    r"|^[^\S\n]*(?P<role>(?i:landlord|tenant|less(?:or|ee)|lender|borrower|licens(?:or|ee)|supplier|vendor|purchaser|franchis(?:or|ee)|customer|client|contractor"
    r"|guarantor|pledgor|assignor|assignee|maker|holder|payee|employer|employee|consultant|company)):\s+(?=[A-Z])"
    r"|(?<=\s\s)[“\"](?i:buyer|seller|purchaser|reseller|supplier|distributor|licens[eo][er]|customer)[”\"]"
    r"\s{2,9}(?=[A-Z])",
    re.MULTILINE,
)
NEXT_FIELD = re.compile(r"\s(?:Phone|Telephone|Tel|Fax|Address|E-mail|Attn|Attention)\.?:")
FIELDS = 800
"""Characters in which fields name the parties."""
SALUTATION = re.compile(r"\b(?:Ladies and Gentlemen|(?:Dear )?(?:Gentlemen|Sirs?)|Dear [A-Z][\w. ]{2,40})\s?[:,]")
AND_COMPANY = re.compile(r"\w\s(?:&|and)\sCompany\Z")
UNDERSIGNED = re.compile(r"\s+The\sundersigned\s(?:is|are|has|have|acknowledges?|understands?|agrees?)\b")
"""Matches behind the salutation of a letter that somebody writes who has no name in it."""


def given_names(head: str) -> Iterator[str]:
    """Yield the parties that the first pages address, or give a name to."""
    yield from _in_fields(head)
    greeting = SALUTATION.search(head)
    yield from _addressed(head, greeting)
    if not greeting or not UNDERSIGNED.match(head, greeting.end()):
        yield from _given(SET_FULL.sub(" ", head)[:GIVEN_WITHIN])


def _in_fields(head: str) -> Iterator[str]:
    """Yield the companies behind "Buyer:" and "Seller:", or "To:" and "From:", on the first lines.

    And people, whose name is all that stands in the line of such a word, where another of these names a company.
    """
    names: list[str] = []
    sure = False
    for field in FIELD.finditer(head, 0, FIELDS):
        line = NEXT_FIELD.split(head[field.end() : field.end() + GIVEN_BEHIND].partition("\n")[0])[0]
        named = NAME.match(line)
        name = bare(named["name"]) if named else ""
        company = field["full"] or COMPANY.search(name)
        alone = field["role"] and " " in name and NAMES.fullmatch(line.strip())
        if (company or alone) and is_party(name):
            sure = sure or bool(company)
            names.append(name)
    yield from names if sure else ()


def _addressed(head: str, greeting: re.Match[str] | None) -> Iterator[str]:
    """Yield the company to which a contract is written as a letter: "LANTERN & CO., L.P. 1 Sea Road … Gentlemen:"."""
    above = NAMES.finditer(head, max(0, greeting.start() - GIVEN_BEHIND), greeting.start()) if greeting else ()
    names = [bare(_behind_heading(named[0])) for named in above]
    yield from [name for name in names if (COMPANY.search(name) or AND_COMPANY.search(name)) and is_party(name)][-1:]


def _given(head: str) -> Iterator[str]:
    """Yield the companies that a text gives a name: "Lantern Inc., a Delaware corporation (the "Company")"."""
    behind = 0
    for match in GIVEN.finditer(head):
        if FOR_ANOTHER.match(match["role"] or ""):
            continue
        first, behind = max(behind, match.start() - GIVEN_BEHIND), match.end()
        first = max([first, *(begun.end() for begun in BEGUN.finditer(head, first, match.start()))])
        for named in NAMES.finditer(head, first, match.start()):
            names = [bare(name) for name in SEPARATOR.split(_behind_heading(named[0]))]
            if not COMPANY.search(names[0]):
                names = [bare(_behind_heading(named[0]))]
            names[-1] = _without_address(names[-1])
            described = DESCRIBED.match(IS.sub("", head[named.end() : named.end() + GIVEN_BEHIND]))
            front = max(first, named.start() - LONGEST_WORD)
            if STREET_NUMBER.search(head, front, named.start()):  # "at 1 Sea Road, Port and Lantern Inc."
                names = names[1:] or [bare(SEPARATOR.split(named[0], maxsplit=1)[-1])]
            if CUT_OFF.search(head, front, named.start()) or POSTCODE.search(named[0]):  # "Park Road, Port, CO 80401"
                continue
            if REPRESENTED.search(head, max(first, named.start() - REPRESENTED_WITHIN), named.start()):
                continue
            if OR.match(head, named.end()) or head.endswith(" or ", front, named.start()):
                continue
            if not NO_NAME_BEHIND.search(head, max(0, named.start() - 12), named.start()) and (
                described or COMPANY.search(names[-1]) or _is_called(head, named, match, names[-1])
            ):
                yield from filter(is_party, names)
                if not (match["role"] or "").endswith("s") and not AND_BEHIND.match(head, named.end(), match.start()):
                    break


def _without_address(name: str) -> str:
    """Return a name without the street behind a comma: "Lantern GmbH, Sea Road" is "Lantern GmbH"."""
    cut = NAME.match(name)
    ends = cut is not None and name[cut.end() :].startswith(",") and COMPANY.search(cut["name"])
    return cut["name"] if cut and ends and not COMPANY.search(name) else name


def _is_called(head: str, named: re.Match[str], given: re.Match[str], name: str) -> bool:
    """Return whether a party that is no "Inc." has its name right behind it: "Ann Keeper ("Consultant")"."""
    role = given["role"] is None or given["role"].lower() in ROLES
    if given["later"]:
        return False
    if CITY.match(name) and not head[named.end() : given.start()].strip(" ,\n"):
        return True
    return (
        (BODY.match(name) is not None or (role and " " in name))
        and not head[named.end() : given.start()].strip(" ,\n")
        and not (head.endswith("the ", 0, named.start()) and not head.endswith("undersigned, the ", 0, named.start()))
    )


def _behind_heading(name: str) -> str:
    """Return a name without the heading that stands in front: "SERVICE AGREEMENT Lantern Inc." is "Lantern Inc."."""
    for heading in HEADINGS.finditer(name):
        name = name[heading.end() - len(name) :] if heading.end() < len(name) else ""
    return name
