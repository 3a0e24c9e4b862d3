"""Read the parties of a contract: from the words after "between" on its first page, else where it gives them names."""

import re
from collections.abc import Iterator, Sequence

from piperoll.corpora.contracts.given import BEGUN, GIVEN_BEHIND, NAMES, given_names
from piperoll.corpora.contracts.names import (
    COMPANY,
    DESCRIBED,
    NAME,
    NOT_FIRST,
    ROLE_MARK,
    SEPARATOR,
    STATE,
    SUFFIX,
    TITLED,
    bare,
    distinct,
    is_party,
)
from piperoll.text.anchored import Anchored

# "This Agreement is made", or a line of its own: behind it, "between" leads to the parties, not to any two things
AGREED = re.compile(
    r"(?i)\b(?:agreement|contract|deed|undertaking|entered|made|dated|effective|addendum|amendment)\b|\n\s*\Z"
)
LABELLED_WITHIN = 60
"""Characters behind "between" in which the first party has a label."""
AGREED_WITHIN = 250
"""Characters in front of "between" in which it says so."""
AGREED_NEAR = 120
"""Characters in front of "between" in which it says so where the names alone do not tell that they are parties."""
OPENS = re.compile(
    r"(?i)\b(?:agreement|contract|deed|undertaking|entered|made|dated|effective)\b"
    r"(?:(?!whereas|means)[^;.]){0,100}\Z|\n\s*\Z"
)
# "beyond the term of the Oil Agreement by and between", "described in the Plan of Merger, dated May 1, 2031, among"
ANOTHER = re.compile(
    r"\b(?:pursuant\sto|refers?\sto|under|described\sin|defined\sin|term\sof)\s(?:the|that\scertain|an?)\s(?:[A-Z][\w-]*\s|and\s|of\s){1,9}?"
    r"(?:Agreement|Contract|Lease|Merger|Deed)\b(?:[^.;()]|\([^()]{0,40}\)){0,60}\Z"
)
REACH = 1_600
"""Characters after "between" in which the parties are named."""
MOST_TRIES = 8
"""Occurrences of "between" that are tried; the first one that names two parties is taken."""
MOST_PARTIES = 12
BETWEEN = Anchored(
    r"[bBaAeEmMpP](?<=\b.)(?i:(?=etween|y\s+(?:and\s|(?-i:[A-Z]))|\se\st\s|mong|ntered\s|ade\s|art(?:ies|y)[:\s]))",
    r"\b(?:(?i:(?:by\s+and\s+)?between|b e t w e e n|by\s+and\s+among(?:st)?|among(?:st)?|entered\s+into\s+by"
    r"|made\s+by)(?i:\s+and\s+(?:between|among))?[\s:;,_–—-]{1,60}"
    r"|by\s+(?=[A-Z][^;\n]{3,300}?\bin\s+favou?r\s+of\s)"
    r"|(?i:parties):?\s+(?=\(1\))|(?i:parties\s+to\s+this\s+agreement\s+are)[\s:]+"
    r"|(?=(?:Party|PARTY)\s[A1]\b[^:\n]{0,20}:))"
    r"(?i:the\s+following\s+parties[\s:]+|(?:the\s+)?undersigned[\s,:]+)?",
)
# where the names of the parties end: recitals, a numbered clause, the next sentence
STOP = re.compile(
    r"\b(?:WHEREAS|Whereas|WITNESSETH|RECITALS?|Recitals?|BACKGROUND|NOW,?\s+THEREFORE|Dated|DATED|TABLE OF CONTENTS?"
    r"|CONFIDENTIAL TREATMENT|CONTENTS|FOR THE|REGARDING|with reference to"
    r"|and (?:consists|is|are|sets|shall)|as an amendment (?:to|of)"
    r"|In consideration|IN CONSIDERATION|IT IS|It is|The [Pp]arties|Each of|hereinafter collectively|Introduction"
    r"|INTRODUCTION)\b|\b(?:Source|By):|\n\s*(?:This|THIS)\s|_{10,}\s*\n|\n\s*(?:\d{1,2}\.?\s|[A-Z]\d{1,2}\.\s|[IVX]{1,4}\.\s+[A-Z]{4})"
    r"|\n\s*(?:Part|PART|Article|ARTICLE|Section|SECTION)\s(?:\d|[IVX]+\b)"
    r"|\n\s*\n(?=(?:[A-Z][\w.]*\s){1,3}(?:is|are|has|have|desires?|wish(?:es)?)\s)"
    r"|(?<=[a-z)\"”][a-z)\"” ]\.)(?<!\b(?:Inc|Ltd|Ave|Etc)\.)(?<!\bCorp\.)(?<!\b(?:Co|St|Dr|Mr)\.)\s+"
    r"(?!Hereinafter)[A-Z\"“(]"
    r"|(?:(?<=GmbH\.)|(?<=\b(?:LLC|PLC|plc|LLP)\.))\s+(?=[A-Z])"
    r"|(?:(?<=\b(?:Inc|Ltd)\.)|(?<=\bCorp\.))\s+(?=(?:This|In|Each|Both|For|Subject)\s)"
    r"|(?<=\s\.)\s+(?=[A-Z][a-z]+ and )|(?<=\x00)\s?\.\s|\b(?:[A-Z]\s){4}"
)
# "Port Vila. The Harbour, ME", and then "AND" or "-- AND --" on a line of its own: another party is behind it
APART = re.compile(r"(?:\n\s*|\s--+\s)(?:AND|And|and):?\s*(?=\n|--)|\s(?:AND|And):\s")
FAR = 250
"""Characters between a full stop inside the address of a party and the next party."""
# "(collectively, the “Parties”)": no other party is named behind it
TOGETHER = re.compile(r"[“\"](?i:parties)[”\"]")
# "(the "Company")", not "(1)" in front of a party, nor "Lantern (Beijing) Technology"
INSIDE = re.compile(
    r"\((?![12AB]\)|[A-Z]\w+(?:\s[A-Z]\w+)?\)\s(?:[A-Z]|\([A-Z])|[A-Z]\w+(?:\s[A-Z]\w+)?\),\s(?i:inc|ltd|llc)\b)[^()]*\)|\[[^\[\]]*\]"
)
# "the above-named Supplier", "the company set forth below"
ELSEWHERE = re.compile(r"\b(?:set\s+forth|named|identified|specified)\s+(?:below|above)\b|\babove-named\b")
FIELD = re.compile(
    r"\b(?:Company|Provider|Supplier|Distributor|Reseller|Licensee|Customer)(?:\s(?i:name))?:\s+(?=[A-Z])"
)
LONGEST_FIELD = 120
NAME_FIELD = re.compile(r"(?<=\s)[A-Z]\w+\s[Nn]ame:\s+(?=[A-Z])")
"""Matches "Client Name:" in front of a party."""
# "Party A (Shipper): Lantern Co., Ltd. Address: …   Party B: …"
LABELLED = re.compile(r"\b(?:Party|PARTY)\s(?P<party>[A-D]|[1-4])\b[^:\n]{0,20}:\s*")
BLANKED = re.compile(r"_{3}|X{4}|…{2}|\[[^\]]{0,60}\]")
"""Matches what stands for a party that is to be filled in."""
BLANK = 4
"""Characters of the line to be filled in at which a region ends."""
ONLY_FOR = re.compile(
    r"(?i),?\s*(?:\band,?\s+)?solely for (?:the )?(?:limited )?purposes? of \W?"
    r"(?:(?:section|article)s?\s[\dIVX.]+(?:,?\s*(?:and\s+)?(?:(?:section|article)s?\s)?[\dIVX.]+)*"
    r"|the [^,;]{2,60}(?=,)),?(?=\s)"
)
"""Matches "and, solely for the purposes of Section 2.4," in front of a party."""
BLANKS = "_ \t\n\xa0….,"
"""Stand in front of the parties, or in place of the first one, which is to be filled in."""
MEMBERS = re.compile(r"\ba\s(?:[a-z-]+\s){1,4}(?:comprised|consisting|composed|made\sup)\sof\s(?=[A-Z])")
"""Matches "a joint venture comprised of" in front of the companies that are the party."""
COUNTED = re.compile(
    r"(?:(?:\b(?:and|AND|And)|;)\s+|\A\s*)\(?\d[.)]\s+|(?:[;,]\s+(?:and\s+)?|\A\s*)\([a-h]\)\s+(?=[A-Z])"
    r"|(?:\band)?\.\s+\([2-9]\)\s+(?=[A-Z])"
)
"""Matches the number of a party, and the "and", or the full stop of the party above, in front of it."""
AFFILIATES = re.compile(
    r",?\s+together\s+with\s+(?:its|their)\s+(?:[a-z]+\s+){0,3}?(?:affiliate|subsidiar|compan)\w*[^()]{0,160}?(?=\()"
)
"""Matches the companies of a party's group that stand in front of what they are called together."""
ROLE = re.compile(r"\((?:[^()“\"]{0,60})[“\"][^”\"\n]{1,60}[”\"][^()]{0,80}\)")
CALLED = re.compile(r"[“\"](?P<name>[^”\"\n]{1,40})[”\"]|\breferred\sto\sas\s(?P<plain>[A-Z][A-Z&]{1,9}),")
RULE = re.compile(r"\s+-[ -]{2,}\s+")
"""Matches the line under words that are underlined: "Mail ------- Boxes Etc."."""
# "QAD Inc.   PROJECT QUICK PARENT, LLC": a list of names that nothing separates
_NEXT = rf"(?=[A-Z\d][\w&.,()’' -]{{2,60}}?\b{SUFFIX})"
LISTED = re.compile(
    rf"(?:(?<=\b(?:Inc|INC|inc|Ltd|LTD)\.)|(?<=\b(?:Corp|CORP)\.)|(?<=\bLLC))\s+(?!and\b|AND\b|LLC|LTD){_NEXT}"
    rf"|(?<=\b(?:CORPORATION|Corporation))\s{{2,}}{_NEXT}"
)
BEHIND = " ,\n" + ROLE_MARK
"""Characters between a name and what is said about it."""
OUTSIDE = ' \n,.:;"“”*_' + ROLE_MARK
"""Characters at the ends of a segment that are none of it."""
OFFICE = re.compile(
    r"(?:Agency|Board|Bureau|Commission|Department|Division|Ministry|Office)\sof\s[^,;\x00]{3,60}(?=[,\x00]|\Z)"
)
"""Matches the part of a state that is the party, not "Department of Health" in front of "and Human Services"."""
HEAD_OF_OFFICE = re.compile(r"[Tt]he (?=\w*[A-Z]\w*[A-Z])[A-Za-z]{2,5}")
"""Matches an abbreviation that names nobody without the office behind it: "The HoG, Centre for Oil"."""
OF_OFFICE = re.compile(r"[A-Z][^,;\x00]{3,60}(?=[,\x00]|\Z)")
STREET = re.compile(r"\d{1,4}\s(?:[A-Z]\w+\s){1,2}(?:Road|Rd|Street|St|Avenue|Ave|Lane|Drive|Blvd)\b")
PLAIN = re.compile(r"[a-z-]+(?: [a-z-]+){0,3}")
PLACE = re.compile(r"\b(?:at|in|of|near|to)\s(?:[A-Z][\w.]*,?\s?){1,3}$")
PLACE_BEHIND = re.compile(r"\s*[A-Z][\w ]+,\s[A-Z]{2}\s\d{5}")
ONE_WORD_NAME = re.compile(r"[A-Z]\w+")
ENDS_NAME = re.compile(rf"\s*[A-Z]\w+,?\s{SUFFIX}")
ONE_WORD = re.compile(r"[A-Z][a-z]+\s*(?=[,\x00]|$)")


def parties(head: str) -> list[str]:
    """Return the names of the parties in the first pages ``head``, in order, as many as are clear."""
    best: list[str] = []
    blank = False
    another = 0
    for tries, match in enumerate(BETWEEN.finditer(head)):
        if tries == MOST_TRIES or len(best) > 1:
            break
        if tries and not AGREED.search(head, max(0, match.start() - AGREED_WITHIN), match.start()):
            continue
        if ANOTHER.search(head, max(0, match.start() - AGREED_WITHIN), match.start()):
            another = another or match.end()
            continue
        if len(fields := distinct(_name_fields(head, match.end()))) > 1:
            return fields
        region = _region(head, match.end())
        if LABELLED.search(region[:LABELLED_WITHIN]):
            if labelled := distinct(_labelled(region)):
                return labelled[:MOST_PARTIES]
            continue
        names = _without_roles(distinct(_names(region)), head[match.end() : match.end() + REACH], head)[:MOST_PARTIES]
        opens = not best and OPENS.search(head, max(0, match.start() - AGREED_NEAR), match.start())
        if len(names) == 1 and ELSEWHERE.search(region):
            names += [name for name in _in_fields(head) if name not in names]
        if len(names) > len(best) and ((opens and _are_named(names)) or _are_sure(names, region)):
            best, blank = names, not tries and bool(BLANKED.search(region))
    if len(best) > 1:
        return best
    given = distinct(given_names(head))[:MOST_PARTIES]
    if blank and COMPANY.search(best[0]):  # with a blank, only "A, Inc. and B LLC (collectively "Lantern")" are more
        return given if best[0] in given[1:] and best[0] == given[-1] else best
    known = given if len(given) > len(best) or (given and not COMPANY.search(best[0])) else best
    return known or (distinct(_names(_region(head, another)))[:MOST_PARTIES] if another else [])


def _region(head: str, start: int) -> str:
    """Return the text in which the parties are named, with a mark for what each is called and no other brackets."""
    region = " " + RULE.sub(" ", head[start : start + REACH].replace("\u200b", "")).lstrip(BLANKS)
    if named := TOGETHER.search(region):
        opening, closing = (region.rfind(sign, 0, named.start()) for sign in "()")
        region = region[: opening if opening > closing else named.start()]
    region = ROLE.sub(ROLE_MARK, COUNTED.sub(" and ", MEMBERS.sub("", AFFILIATES.sub(" ", region))))
    for _ in range(2):  # brackets in brackets
        region = INSIDE.sub("", region)
    region = LISTED.sub("; ", ONLY_FOR.sub(" and", region)).replace("England and Wales", "England")
    stops = () if LABELLED.search(region[:LABELLED_WITHIN]) else STOP.finditer(region)
    stop = next(
        (one for one in stops if not (_is_sentence(one[0]) and APART.search(region, one.start(), one.end() + FAR))),
        None,
    )
    return region[: stop.start() + BLANK * stop[0].startswith("_")] if stop else region


def _is_sentence(stop: str) -> bool:
    """Return whether a new sentence is what ends a text: its first letter is all that was matched."""
    return len(stop.strip()) == 1


def _without_roles(names: list[str], region: str, head: str) -> list[str]:
    """Return the names without what a party is only called: "A, Inc. (“Alpha”) and B Ltd. (“Beta”). Alpha and Beta".

    A short name of somebody who is no party yet stands for the whole one: "a subsidiary of C LLC (“Cee”) and Cee".
    """
    called = {match["name"] or match["plain"]: match.start() for match in CALLED.finditer(head)}
    short = {match["name"] or match["plain"] for match in CALLED.finditer(region)}
    kept = [
        name
        if COMPANY.search(name) or name not in called
        else _in_full(head[: called[name]]) or ("" if name in short else name)
        for name in names
    ]
    kept = distinct(filter(None, kept))
    return kept if len(kept) > 1 else names


def _in_full(front: str) -> str:
    """Return the company behind whose name and description a short name stands."""
    near = BEGUN.split(front[-GIVEN_BEHIND:])[-1]
    companies = [name for match in NAMES.finditer(near) if COMPANY.search(name := bare(match[0]))]
    return companies[-1] if companies and is_party(companies[-1]) else ""


def _are_sure(names: Sequence[str], region: str) -> bool:
    """Return whether names are those of parties: "between Europe and North America" is in the middle of a sentence."""
    return ROLE_MARK in region or any(COMPANY.search(name) or (name.isupper() and " " in name) for name in names)


def _are_named(names: Sequence[str]) -> bool:
    """Return whether names are more than one abbreviation: "between the Buyer and STASCO" is about somebody else."""
    return len(names) > 1 or not names[0].isupper() or " " in names[0]


def _labelled(region: str) -> Iterator[str]:
    """Yield the names behind "Party A:" and "Party B:"; an address, and whom to call there, follows each of them."""
    seen: set[str] = set()
    for label in LABELLED.finditer(region):
        if label["party"] in seen:
            return
        seen.add(label["party"])
        match = NAME.match(region[label.end() :])
        name = bare(match["name"].partition("\n")[0]) if match else ""
        if is_party(name):
            yield name


def _name_fields(head: str, start: int) -> Iterator[str]:
    """Yield the companies behind "Client Name:" and "Customer Name:"."""
    for field in NAME_FIELD.finditer(head, start, start + REACH):
        match = NAME.match(head[field.end() : field.end() + LONGEST_FIELD].partition("\n")[0])
        name = bare(match["name"]) if match else ""
        if is_party(name) and COMPANY.search(name):
            yield name


def _in_fields(head: str) -> Iterator[str]:
    """Yield the first company that a field of the first pages names: "Company Name: Lantern, Inc."."""
    for field in FIELD.finditer(head):
        match = NAME.match(head[field.end() : field.end() + LONGEST_FIELD].partition("\n")[0])
        name = bare(match["name"]) if match else ""
        if is_party(name) and COMPANY.search(name):
            yield name
            return


def _names(region: str) -> Iterator[str]:
    """Yield the names in the text after "between"."""
    for segment in _segments(region):
        rest = segment.strip(OUTSIDE)
        first = True
        while match := NAME.match(rest):
            name = bare(match["name"])
            behind = rest[match.end() :].lstrip(BEHIND)
            if DESCRIBED.match(match["name"]) if not first else PLAIN.fullmatch(match["name"]):
                if (
                    first and name and DESCRIBED.match(behind) and name.partition(" ")[0] not in NOT_FIRST
                ):  # "i-on interactive, a Florida corporation"
                    yield name
                    break
                rest = behind  # "A, Inc., a Texas corporation, B Ltd.", "professional golfer, Ann Keeper"
                continue
            if first and not name:  # "its Reseller, Lantern, Inc."
                rest, first = behind, False
                continue
            of = OF_OFFICE if HEAD_OF_OFFICE.fullmatch(name) else OFFICE if name.startswith(STATE) else None
            if of and (office := of.match(behind)):  # "State of Maine, Bureau of Lamps"
                name, behind = f"{name}, {office[0].strip()}", behind[office.end() :]
            if not COMPANY.search(name) and STREET.match(behind) and ROLE_MARK not in segment:
                break  # "Harbour Plaza, 1 Sea Road"
            known = is_party(name) or (ROLE_MARK in segment and name.startswith(STATE))
            names_party = first or COMPANY.search(name) or TITLED.match(name) or (name.isupper() and " " in name)
            if not (known and names_party):
                break
            yield name
            if len(name) < len(match["name"].strip()) - 2:  # a description follows, not the next name of a list
                break
            rest = behind
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
        elif not match[0].strip(" ,\n") and ONE_WORD_NAME.fullmatch(before) and ENDS_NAME.match(segment):
            joined[-1] += f" {segment}"  # a name whose line ends behind its first word
        elif _is_of_address(before, match[0], segment) if match[0].strip(" ,") else not _begins_party(segment):
            joined[-1] += f", {segment}"
        else:
            joined.append(segment)
    return joined if sum(bool(re.search(r"\w", part)) for part in joined) > 1 else segments


def _is_of_address(before: str, separator: str, segment: str) -> bool:
    """Return whether a word is a place, as those in front of it: "at Berlin and Munich", "Nashville, TN 37205"."""
    if PLACE_BEHIND.match(segment):
        return True
    alone = "\n" in separator and not any(map(str.isalpha, separator))
    return bool(alone or PLACE.search(before)) and bool(ONE_WORD.match(segment))


def _begins_party(segment: str) -> bool:
    """Return whether what stands behind the name of a party and a comma is the next party, and not its address."""
    bare_segment = segment.lstrip(OUTSIDE)
    match = NAME.match(bare_segment)
    behind = bare_segment[match.end() :].lstrip(" ,") if match else ""
    return match is not None and bool(
        COMPANY.search(match["name"]) or behind.startswith(ROLE_MARK) or DESCRIBED.match(behind)
    )


def _goes_on(before: str, segment: str) -> bool:
    """Return whether a name goes on behind "and": what is in front has no description, what is behind no name."""
    before = before.removeprefix("the ")
    if "," in before or COMPANY.search(before) or not before[:1].isupper():
        return False
    first = segment.partition(",")[0].strip(OUTSIDE)
    if " " not in before:
        return False
    return bool(re.search(r"\b(?:of|for)\s", before)) or bool(re.search(r"(?i)\w\s(?:company|corporation)$", first))
