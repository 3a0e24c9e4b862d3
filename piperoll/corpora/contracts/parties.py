"""Read the parties of a contract: from the words after "between" on its first page, else where it gives them names."""

import re
from collections.abc import Iterator

from piperoll.text.anchored import Anchored

# "This Agreement is made", or a line of its own: behind it, "between" leads to the parties, not to any two things
AGREED = re.compile(
    r"(?i)\b(?:agreement|contract|deed|undertaking|entered|made|dated|effective|addendum|amendment)\b|\n\s*\Z"
)
LABELLED_WITHIN = 60
"""Characters behind "between" in which the first party has a label."""
AGREED_WITHIN = 250
"""Characters in front of "between" in which it says so."""
REACH = 1_600
"""Characters after "between" in which the parties are named."""
MOST_TRIES = 8
"""Occurrences of "between" that are tried; the first one that names two parties is taken."""
MOST_PARTIES = 6
LONGEST_PARTY = 80
BETWEEN = Anchored(
    r"[bBaAeEmMpP](?<=\b.)(?i:(?=etween|y\s+and\s|\se\st\s|mong|ntered\s|ade\s|art(?:ies|y)[:\s]))",
    r"\b(?:(?i:(?:by\s+and\s+)?between|b e t w e e n|by\s+and\s+among(?:st)?|among(?:st)?|entered\s+into\s+by"
    r"|made\s+by)(?i:\s+and\s+(?:between|among))?[\s:;,_–—-]{1,60}"
    r"|(?i:parties):?\s+(?=\(1\))|(?=(?:Party|PARTY)\s[A1]\b[^:\n]{0,20}:))"
    r"(?i:the\s+following\s+parties[\s:]+|(?:the\s+)?undersigned[\s,:]+)?",
)
# where the names of the parties end: recitals, a numbered clause, the next sentence
STOP = re.compile(
    r"\b(?:WHEREAS|Whereas|WITNESSETH|RECITALS?|Recitals?|BACKGROUND|NOW,? THEREFORE|Dated|DATED|TABLE OF CONTENTS"
    r"|In consideration|IN CONSIDERATION|IT IS|It is|The [Pp]arties|Each of|hereinafter collectively|Introduction"
    r"|INTRODUCTION)\b|_{10,}\s*\n|\n\s*\d{1,2}\.?\s"
    r"|(?<=[a-z)\"”][a-z)\"” ]\.)(?<!\b(?:Inc|Ltd|Ave)\.)(?<!\bCorp\.)(?<!\b(?:Co|St|Dr|Mr)\.)\s+"
    r"(?!Hereinafter)[A-Z\"“(]"
    r"|(?:(?<=\b(?:Inc|Ltd)\.)|(?<=\bCorp\.))\s+(?=(?:This|In|Each|Both|For|Subject)\s)"
    r"|(?<=\s\.)\s+(?=[A-Z][a-z]+ and )"
)
SUFFIX = (
    r"(?:Inc|INC|Incorporated|INCORPORATED|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|LP|L\.P|LLP|L\.L\.P|N\.A|N\.V|S\.A|A/S|S\.p\.A|S\.P\.A"
    r"|Corp|CORP|Corporation|CORPORATION|Co|CO|PLC|plc|GmbH|GMBH|AG|A\.G|AB|B\.V|Pty|P\.C|PTE|Pte|FSB|Trust|Jr|Sr|Esq|Ph\.D|M\.D)"
    r"\b\.?"
)
COMPANY = re.compile(rf"\b(?:{SUFFIX}|(?:inc|llc|ltd)\.?)\s*$")
ONLY_SUFFIX = re.compile(rf"(?:the\s)?(?:{SUFFIX}|SA/NV)")
FULL_STOP = re.compile(r"\b(?:Inc|inc|INC|Corp|CORP|Co|CO|LTD|L\.P|L\.L\.C|N\.A|Ltd|S\.A|B\.V|N\.V)$")
# "(collectively, the “Parties”)": no other party is named behind it
TOGETHER = re.compile(r"[“\"](?i:parties)[”\"]")
NAME = re.compile(rf"^(?P<name>[^,;]{{2,90}}(?:,\s+(?i:{SUFFIX}))*)")
# "Inc. 2nd Floor", "Corp. Suite 207", "LLC DBA West Coast": the address stands right behind the name
ADDRESS = re.compile(
    rf"(?<=\w)(?P<suffix>,?\s+{SUFFIX})\s+(?=\d\d|(?:(?<=imited\s)|(?<=Ltd\.\s)|(?<=A/S\s))of\s|\d(?:st|nd|rd|th)\b|(?:Suite|Room|Unit|Floor|DBA|d/b/a|dba)\b|(?:[A-Z][\w.]*\s){{1,2}}\d)"
)
DESCRIBED = re.compile(
    r"an?\s(?:[\w.]+\s){1,4}(?:[Cc]orporation|[Cc]ompany|[Pp]artnership|[Aa]ssociation|[Tt]rust|[Bb]ank)\b"
)
# "(the “Company”)", "(hereinafter "WCC")": it stands behind the name and the description of a party
GIVEN = re.compile(r"\((?:[^()“\"]{0,60})[“\"](?P<role>[^”\"\n]{2,40})[”\"]")
GIVEN_WITHIN = 2_500
"""Characters in which parties that no "between" leads to are given a name."""
GIVEN_BEHIND = 350
"""Characters between the first letter of a party and the name that it is given."""
_WORD = r"(?:[A-Z][\w&.’'/-]*|\d[\w.-]*)"
NAMES = re.compile(rf"(?<![\w.’'-])[A-Z][\w&.’'/-]*(?:,?[ \n](?:(?:of|and|the|for|de|&)[ ]){{0,2}}{_WORD}){{0,9}}")
# "Lantern Inc., a Delaware Corporation", "Source: LANTERN INC., 8-K"
NO_NAME_BEHIND = re.compile(r"(?:\ban?|Source:|&)\s{1,3}\Z")
# "(the "Company")", not "(1)" in front of a party, nor "Lantern (Beijing) Technology"
POSTCODE = re.compile(r"\b[A-Z]{2}\s\d{5}\b")
INSIDE = re.compile(r"\((?![12AB]\)|[A-Z]\w+(?:\s[A-Z]\w+)?\)\s[A-Z])[^()]*\)|\[[^\[\]]*\]")
# "Party A (Shipper): Lantern Co., Ltd. Address: …   Party B: …"
LABELLED = re.compile(r"\b(?:Party|PARTY)\s(?:[A-D]|[1-4])\b[^:\n]{0,20}:\s*")
BLANKS = "_ \t\n\xa0….,"
"""Stand in front of the parties, or in place of the first one, which is to be filled in."""
SEPARATOR = re.compile(
    r"\s*[,;]?\s+(?:-\s+)?(?:and|AND|And|&\s*(?=\n))(?!\s+(?i:trust|sons|company|co)\b)(?:\s+-|[:;])?\s+(?:between\s+)?|\s*;\s*|\s*\n\s*\n\s*(?:\(\d\)|\d\.)?\s*|\s*\([12AB]\)\s*"
    r"|(?<=\b(?:INC|LTD)\.)\s+(?=[A-Z][\w&.,’' -]{3,60}?\b(?:INC|LLC|LTD|CORP|PLC)\b)"
    r"|(?<=\bCORP\.)\s+(?=[A-Z][\w&.,’' -]{3,60}?\b(?:INC|LLC|LTD|CORP|PLC)\b)"
)
DESCRIBING = (
    "a an the having with whose located incorporated organized organised existing acting for\\s+itself on\\s+behalf "
    "which who registered residing hereinafter herein hereafter here\\s*in "
    "(?:Registration\\s+)?Address ADDRESS Legal\\s+[Rr]epresentative f/k/a division\\s+of wholly-owned "
    "on\\s+(?:its|his|her|their)\\s+own doing d/b/a dba duly together its both each "
    "by\\s+and through under pursuant dated effective collectively individually represented established being formed "
    "Registration Reg\\. is are as\\s+(?:the\\s+)?[a-z] in\\s+(?:its|his|her) at\\s+\\d of\\s+\\d this\\s+\\d "
    "\\d{2,}(?!\\s+(?:LIMITED|Limited|LTD|Ltd|LLC|INC|Inc)\\b) "
    "(?:January|February|March|April|May|June|July|August|September|October|November|December)\\s+\\d "
    "A\\s+\\w+\\s+(?:[Cc]orporation|[Cc]ompany|[Ll]imited) on\\s+(?:the|one) of\\s+the\\s+(?:first|second|other|one)"
)
"""Words that follow a name and are no part of it: "a Delaware corporation", "having its office at"."""
DESCRIPTION = re.compile(rf"(?:,?\s+(?:{'|'.join(DESCRIBING.split())})\b.*|\s*[:–—\[].*)$", re.DOTALL)
NOT_FIRST = frozenset(
    "this a an agreement its subsidiary subsidiaries affiliate affiliates party parties between among date dated "
    "effective recitals whereas exhibit you we us your page name address section insert month year day hereinafter "
    "hereafter herein source product products considering article background purpose whose additional certain various "
    "if when understand including commencement license director division owned wholly-owned f/k/a as through c/o "
    "of establishing contribution support legal principles committee contact position nationality "
    "england laws term terms termination undersigned following other fee fees annual definitions "
    "execution tel fax suite p.o provided witnesses january february march april may june july "
    "august september october november december".split()
)
"""First words of a text between two separators that names nobody."""
NO_PARTY = re.compile(
    r"(?i)^(?:exchange commission|company$|recipient$|wales$|legal$|state of"
    r"|in accordance|all persons|client name|customer name|\d+\.|(?-i:[a-z])[.)]\s)"
    r"|\b(?:means|has|shall|No)$|^X+$|^1 Party$|_{3,}|…{2,}|\.{4,}|\*\s?\*|[$%“”\"?!]|[A-Za-z]{5}\. "
)
ROLES = frozenset(
    "adviser advisor agent bank bidder broker business buyer candidate carrier client consultant contractor custodian "
    "customer developer discloser disclosing distributor either employee entrusting franchisee franchisor individual "
    "investor joint lessee lessor licensee licensor mentor operator owner participant partner party principal provider "
    "publisher purchaser receiver receiving recipient representative reseller seller service shipper software sponsor "
    "state supplier vendor".split()
)
"""Words after "the" that name a role and no party."""
HEADINGS = re.compile(
    r"(?i)\b(?:agreement|contents?|clause|page|exhibits?|definitions?|overview|conditions?|preamble|scope|renewal"
    r"|interpretation|specifications?|confidential|omitted|redacted|w ?i ?t ?n ?e ?s ?s|disclaimer|subject matter"
    r"|statement|form|schedule|obligations|payment terms|indemnity|arbitration|governing law)"
    r"\b"
)
"""Words that name a part of the document, and nobody whose name has no "Inc."."""
NOT_LAST = frozenset(
    "may shall will taken hereto or january february march april june july august september october november december "
    "a an and as at by for from in of on the to under with".split()
)
"""Last words that were cut together with a name: "Pfizer Inc. August", "Sponsor may"."""
PREPOSITIONS = frozenset("at by for in on".split())
"""First words of what follows the name of a party, or of a company: "At Home Corporation"."""
SMALL = frozenset("a an and as at by for from in of on or the to under with".split())


def parties(head: str) -> list[str]:
    """Return the names of the parties in the first pages ``head``, in order, as many as are clear."""
    best: list[str] = []
    for tries, match in enumerate(BETWEEN.finditer(head)):
        if tries == MOST_TRIES or len(best) > 1:
            break
        if tries and not AGREED.search(head, max(0, match.start() - AGREED_WITHIN), match.start()):
            continue
        region = " " + head[match.end() : match.end() + REACH].lstrip(BLANKS)
        if named := TOGETHER.search(region):
            opening = region.rfind("(", 0, named.start())
            region = region[: opening if opening >= 0 else named.start()]
        for _ in range(2):  # brackets in brackets
            region = INSIDE.sub("", region)
        region = region.replace("England and Wales", "England")
        if LABELLED.search(region[:LABELLED_WITHIN]):
            return _distinct(_labelled(region))[:MOST_PARTIES]
        stop = STOP.search(region)
        names = _distinct(_names(region[: stop.start()] if stop else region))[:MOST_PARTIES]
        best = names if len(names) > len(best) else best
    if len(best) > 1:
        return best
    given = _distinct(_given(head[:GIVEN_WITHIN]))[:MOST_PARTIES]
    return given if len(given) > len(best) or (given and not COMPANY.search(best[0])) else best


def _labelled(region: str) -> Iterator[str]:
    """Yield the names behind "Party A:" and "Party B:"; an address, and whom to call there, follows each of them."""
    for text in LABELLED.split(region)[1:]:
        match = NAME.match(text)
        name = _bare(match["name"].partition("\n")[0]) if match else ""
        if _is_party(name):
            yield name


def _given(head: str) -> Iterator[str]:
    """Yield the companies that a text gives a name: "Lantern Inc., a Delaware corporation (the "Company")"."""
    behind = 0
    for match in GIVEN.finditer(head):
        first, behind = max(behind, match.start() - GIVEN_BEHIND), match.end()
        for named in NAMES.finditer(head, first, match.start()):
            names = [_bare(name) for name in SEPARATOR.split(_behind_heading(named[0]))]
            if not COMPANY.search(names[0]):
                names = [_bare(_behind_heading(named[0]))]
            described = DESCRIBED.match(head[named.end() : named.end() + GIVEN_BEHIND].lstrip(" ,\n"))
            if POSTCODE.search(named[0]):  # "Denver West Parkway, Golden, CO 80401"
                continue
            if not NO_NAME_BEHIND.search(head, max(0, named.start() - 12), named.start()) and (
                described or COMPANY.search(names[-1])
            ):
                yield from filter(_is_party, names)
                break


def _behind_heading(name: str) -> str:
    """Return a name without the heading that stands in front: "SERVICE AGREEMENT Lantern Inc." is "Lantern Inc."."""
    for heading in HEADINGS.finditer(name):
        name = name[heading.end() - len(name) :] if heading.end() < len(name) else ""
    return name


def _distinct(names: Iterator[str]) -> list[str]:
    """Return each party once, and not again by its short name; "Lantern Ltd." is none of "Port Lantern Ltd."."""
    kept: list[str] = []
    for name in names:
        if not any(
            (f" {name.lower()} " in f" {longer.lower()} " and not COMPANY.search(name))
            or longer.lower().startswith(name.lower())
            for longer in kept
        ):
            kept.append(name)
    return kept


def _names(region: str) -> Iterator[str]:
    """Yield the names in the text after "between"."""
    for segment in _segments(region):
        rest = segment.strip(' \n,.:;"“”*_')
        first = True
        while match := NAME.match(rest):
            name = _bare(match["name"])
            if not first and DESCRIBED.match(match["name"]):  # "A, Inc., a Texas corporation, B Ltd., a Delaware …"
                rest = rest[match.end() :].lstrip(" ,\n")
                continue
            if not _is_party(name) or not (first or COMPANY.search(name) or (name.isupper() and " " in name)):
                break
            yield name
            if len(name) < len(match["name"].strip()) - 2:  # a description follows, not the next name of a list
                break
            rest = rest[match.end() :].lstrip(" ,\n")
            first = False


def _segments(region: str) -> list[str]:
    """Return the parts of a text between its separators, each with one party or several behind commas.

    "Institute of Oil and Gas", or "Gas and Electric Company", is one party where another one is named.
    """
    segments = SEPARATOR.split(region)
    joined = [segments[0]]
    at = 0
    for match, segment in zip(SEPARATOR.finditer(region), segments[1:], strict=True):
        before = region[at : match.start()].strip()
        at = match.end()
        if before and match[0].strip().lower() == "and" and _goes_on(before, segment):
            joined[-1] = region[at - len(match[0]) - len(before) : at] + segment
        else:
            joined.append(segment)
    return joined if sum(bool(re.search(r"\w", part)) for part in joined) > 1 else segments


def _goes_on(before: str, segment: str) -> bool:
    """Return whether a name goes on behind "and": what is in front has no description, what is behind no name."""
    if "," in before or COMPANY.search(before) or not before[:1].isupper():
        return False
    first = segment.partition(",")[0].strip()
    if " " not in before:
        return False
    return bool(re.search(r"\b(?:of|for)\s", before)) or bool(re.search(r"(?i)\b(?:company|corporation)$", first))


def _bare(name: str) -> str:
    """Return a name without the description behind it; "" for a role."""
    name = name.partition(" . ")[0]  # "Lantern Inc . A. The keeper is"
    if address := ADDRESS.search(name):
        name = name[: address.end("suffix")]
    bare = " ".join(DESCRIPTION.sub("", name).split()).strip(' ,.;:"“”*_-&/●')
    while bare.rpartition(" ")[2].lower() in NOT_LAST:
        bare = bare.rpartition(" ")[0].rstrip(" ,")
    if bare.startswith("the "):
        bare = bare.removeprefix("the ")
        if bare.split(" ")[0].rstrip("s").lower() in ROLES:
            return ""
    return f"{bare}." if FULL_STOP.search(bare) else bare


def _is_party(name: str) -> bool:
    """Return whether a name can be that of a party."""
    if not 2 <= len(name) <= LONGEST_PARTY or NO_PARTY.search(name):
        return False
    words = name.split()
    plain = [word for word in words if word.isalpha() and word.islower() and word not in SMALL]
    company = bool(COMPANY.search(name))
    capital = name[0].isupper() or any(map(str.isupper, name[1:4]))
    return (
        (company or capital)
        and words[0].lower().strip(".,") not in NOT_FIRST
        and (company or words[0].lower() not in PREPOSITIONS)
        and not all(word.lower().rstrip("s") in ROLES or word in SMALL for word in words)
        and not ONLY_SUFFIX.fullmatch(name)
        and (company or not HEADINGS.search(name))
        and len(plain) <= 1
        and 2 * sum(map(str.isalpha, name)) >= len(name)
    )
