"""Read what is no agreement of two: notes, warrants, indentures, bylaws, plans. A heading tells what it is."""

import re
from collections.abc import Iterator

from piperoll.corpora.contracts.day import FIRST_LINES, KIND
from piperoll.corpora.contracts.given import NAMES
from piperoll.corpora.contracts.names import COMPANY, NAME, bare, is_party

# The last words of the heading of each, and why they alone tell it.
KINDS = (
    # a "NOTE" can be one on the text; what stands in front of it makes it a paper that somebody pays
    r"(?:PROMISSORY|CONVERTIBLE|SECURED|SUBORDINATED|SENIOR|DEMAND|REVOLVING|TERM|MORTGAGE)\s(?:[A-Z]+\s){0,3}NOTE",
    r"INDENTURE",
    # "WARRANT TO PURCHASE 500 SHARES OF COMMON STOCK"
    r"WARRANTS?(?:\sTO\s(?:PURCHASE|SUBSCRIBE)\b.{0,50})?",
    r"BY-?LAWS",
    r"(?:CERTIFICATE|ARTICLES)\sOF\s(?:INCORPORATION|FORMATION|ORGANI[SZ]ATION|ASSOCIATION|DESIGNATIONS?)",
    # a "PLAN" can be one of a merger; this one gives something to people
    r"(?:AWARD|BENEFIT|BONUS|COMPENSATION|EQUITY|INCENTIVE|OPTION|PENSION|PURCHASE|RETENTION|SAVINGS|SEVERANCE)\sPLAN",
    r"CODE\sOF\s(?:[A-Z]+\s){0,3}(?:CONDUCT|ETHICS)(?:\sAND\s[A-Z]+)?",
    r"(?:[A-Z]+\s){1,3}POLICY",
    r"BILL\sOF\sSALE",
    r"PURCHASE\sORDER(?:\s(?:NO\.?|NUMBER|#)\s?[\w-]+)?",
    r"ASSIGNMENT",
    r"STATEMENT\sOF\sWORK(?:\s(?:NO\.?|NUMBER|#)?\s?[\w-]+)?",
    r"POWER\sOF\sATTORNEY",
    r"(?:LOAN\s)?NOTE\sINSTRUMENT",
    r"(?:GENERAL|SPECIAL|STANDARD|PARTICULAR)\s(?:[A-Z]+\s){0,2}CONDITIONS(?:\sOF\s(?:[A-Z]+\s?){1,4})?",
    r"STANDARD\sCONTRACTUAL\sCLAUSES",
    r"DISCLOSURE\sDOCUMENT",
    r"(?:LETTER\sOF\sINTENT|TERM\sSHEET|HEADS\sOF\sTERMS)",
)
HEADING = re.compile(
    rf"(?:^[^\S\n]*|(?<=\s\s))(?P<type>(?:(?i:(?:amended\s+and\s+restated|form\s+of)\s+))?"
    rf"(?:[A-Z\d][\w.,%’'&-]*[ ]){{0,8}}(?i:{'|'.join(KINDS)}))[^\S\n]*"
    r"(?:$|(?<=\s\s)|(?=\s(?i:of)\s))(?:\s+(?i:of)\s+(?P<company>[A-Z][^\n]{2,80})$){0,2}",
    re.MULTILINE,
)
AGREEMENT = re.compile(rf"(?<!\bto\s)(?<!\bto\sthe\s)(?<!\bunder\sthe\s)^.*\b{KIND}S?[^\w\n]*$", re.MULTILINE)
"""Matches the heading of an agreement: it is that of the text, also below that of a plan under which it is made."""
# who binds himself, and behind the verb the other one, in the first sentence of what only one of them signs
FORMULAS = (
    (r"(?i:for\s+value\s+received)", r"\bpromises?\s+to\s+pay\s+(?:to\s+)?(?:the\s+order\s+of\s+)?"),
    (r"(?i:for\s+value\s+received)", r"\bis\s+entitled\s+to\s[^.;]{0,200}?\bfrom\s+"),
    (r"(?i:for\s+(?:[a-z]+\s+){0,4}consideration)", r"\b(?:assigns?|transfers?|sells?|conveys?)\b[^.;]{0,80}?\bto\s+"),
    (r"(?i:know\s+all\s+(?:\w+\s+){0,3}by\s+these\s+presents)", r"\bappoints?\s+(?:my\s[a-z]+,?\s+)?"),
)
ONE = re.compile(
    rf"(?:{'|'.join(dict.fromkeys(first for first, _ in FORMULAS))}),?\s+(?:that\s+|the\s+undersigned,?\s+)*(?=[A-Z])"
)
OTHERS = tuple((re.compile(first), re.compile(verb + r"(?=[A-Z])")) for first, verb in FORMULAS)
MYSELF = re.compile(r"\A(?:I|We|WE|we),\s+")
ABODE = re.compile(r",\s+(?:of|residing|resident|currently|domiciled)\b")
"""Match what stands around the name of somebody who speaks for himself: "I, Ada Tower, of Bergen"."""
BEGINS_WITHIN = 1_500
"""Characters in which such a sentence begins."""
SENTENCE = 400
"""Characters in which it names the other one."""


def instrument(head: str) -> tuple[str, str]:
    """Return what the first heading says that a text is, and the company of which it is; "" for an agreement."""
    heading = HEADING.search(head, 0, FIRST_LINES)
    if not heading:
        return "", ""
    around = head[: heading.start()] + "\n" + head[heading.end() : FIRST_LINES]
    if AGREEMENT.search(around):
        return "", ""
    front = NAME.match(heading["type"])
    if front and COMPANY.search(front["name"]):  # "LANTERN, INC. 2031 INCENTIVE PLAN"
        return heading["type"][front.end() :], bare(front["name"])
    if heading["company"]:
        name = bare(heading["company"])
        return heading["type"], name if is_party(name) else ""
    above = (NAME.match(line.strip(" ,")) for line in head[: heading.start()].split("\n")[::-1])
    names = (bare(match["name"]) for match in above if match)
    return heading["type"], next((name for name in names if COMPANY.search(name) and is_party(name)), "")


def bound(head: str) -> list[str]:
    """Return who binds himself in the first sentence, and to whom: "FOR VALUE RECEIVED, A promises to pay to B"."""
    one = ONE.search(head, 0, BEGINS_WITHIN)
    return list(_bound(head, one)) if one else []


def _bound(head: str, one: re.Match[str]) -> Iterator[str]:
    if first := _name(head, one.end()):
        for words, verb in OTHERS:
            other = verb.search(head, one.end(), one.end() + SENTENCE) if words.match(one[0]) else None
            if other and (second := _name(head, other.end())):
                yield from (first, second)
                return


def _name(head: str, at: int) -> str:
    """Return the party whose name begins at a place; "" for other words."""
    match = NAMES.match(head, at)
    name = bare(ABODE.split(MYSELF.sub("", match[0]))[0]) if match else ""
    return name if is_party(name) else ""
