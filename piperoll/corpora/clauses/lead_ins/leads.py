"""Shorten the words that lead to a list, so that who shall do what, or shall not, is still said."""

import re

from piperoll.corpora.clauses.words.captions import BRACKET, bracket_at, shortened

LEAD = 130
"""Characters of a lead-in; a longer one keeps its start and its end, and the words between that say what is due."""
WORDS_LEADING = 3
"""Words of the shortest lead-in that begins inside a sentence."""
LABEL = 8
"""Characters of the longest pair of brackets that is the label of an item: "(viii)"."""
# "the keeper shall not", "agrees not to"; not "which consent shall not be unreasonably withheld", "as may be required"
VERB = re.compile(
    r"(?<!\bwhich )(?<!\bthat )(?<!\bas )(?<!\bwho )(?<!\bconsent )(?<!\bor )(?<!\bto )"
    r"\b(?:(?:shall|will|must|may|can|do|does|did|is|are)\s+not\b(?!\s+be\s+(?:unreasonably|required))"
    r"|shall|will|must|agrees?|covenants?|represents?|not\s+to(?!\s+(?:be|exceed)\b))\b"
)
PROVISO = re.compile(r"\bprovided,?(?: however,?)? that\b[^,;:]*\Z")
"""Matches what stands in front of a verb that is not that of the sentence."""
JOINED = re.compile(r",?\s+(?:and|or|nor)(?:\s+[\w’']+){0,3}\s+")
"""Matches what stands between two verbs of one sentence: "shall not, and | shall not permit"."""
DENIED = re.compile(r"\b(?:[Nn]either|[Nn]one|[Nn]othing|(?:in |under )?[Nn]o)\b")
"""Matches the beginning of a subject that turns the sense round: "neither the keeper nor the port shall"."""
SUBJECT = 60
"""Characters in front of a verb in which its subject stands."""
LONGEST_DENIED = 3 * SUBJECT
"""Characters in front of a verb in which "neither" stands."""
EXCEPTION = re.compile(
    r"(?i)\b(?:except|unless|without|other than|excluding|not|sauf|hormis|excepté|salvo|excepto|exceto|eccetto|tranne"
    r"|außer|ausgenommen|behalve|tenzij|освен|kivéve|undtagen|förutom|kromě|okrem|oprócz"
    r"|nicht|kein\w{0,2}|niet|geen|não|ne|n[’']\w{1,9}|не|nem|nie|inte|ikke)\b[^,;:.]{0,60}\Z"
)
"""Matches the first word of an exception or a denial whose end is kept: "except | with the consent of the port"."""
TURN = re.compile(
    r"(?i)[,;]\s+((?:but|however|aber|jedoch|mais|toutefois|pero|mas|porém|ma|tuttavia|maar|но|ale|lecz|însă|dar|men)\b"
    r"(?!\s+(?:not|non|sans|sin|sem)\b)|(?:sauf|salvo|excepto|exceto|außer|behalve|tenzij)\b)"
)
"""Matches where a sentence turns round, and from what word on: "may light lamps, | but shall not"; no "but not"."""
BEGINS = re.compile(r"(?:[,;:)]|\s[-–—])\s+")
"""Matches in front of a subject."""

ADOPTS = re.compile(
    r"(?i)\b(?:therefore|whereas|witnesseth)\b|\bpart(?:y|ies)\b[^.;:]{0,40}\bagree[sd]?\b"
    r"|\bagree[sd]?\b(?!\s+(?:to|with)\b)|\bagreed\b"
)
"""Matches in what leads to all clauses of an agreement, and says nothing of each: "The parties agree as follows:"."""

AGREE = re.compile(
    r"(?i)\b(?:therefore\b.*\b|the parties (?:hereto )?(?:hereby )?)agree[sd]?(?: and \w+)? as follows[:：]\Z",
    re.DOTALL,
)
"""Matches what leads to all clauses of an agreement, not "To that end, the keeper agrees as follows:"."""

AMENDS = re.compile(r"(?i)\b(?:deleted|replaced|amended|added|modified|inserted|restated|supplemented)\b")
"""Matches in what leads to the sections that an amendment inserts: "is amended to read in its entirety as follows:"."""


def says_something(lead: str) -> bool:
    """Return whether a lead-in is more than the end of a sentence, or than "The parties agree as follows:"."""
    return not AGREE.search(lead) and (not lead[:1].islower() or len(lead.split()) >= WORDS_LEADING)


def leads_to_numbers(lead: str) -> bool:
    """Return whether a lead-in is a sentence that says what the numbered clauses below it are, not "Fees:"."""
    sentence = len(lead.split()) > WORDS_LEADING or VERB.search(lead)
    return bool(sentence) and not lead.isupper() and lead[-1] in ":：" and not ADOPTS.search(lead)


def inserts(lead: str) -> bool:
    """Return whether a lead-in is that of sections that an amendment inserts."""
    return lead[-1:] in (":", "：") and AMENDS.search(lead) is not None


def says_again(lead: str, caption: str) -> bool:
    """Return whether what leads to a list is the heading above it: "Lamps:" below "Lamps"."""
    return bool(caption) and lead.rstrip(" :：.").casefold() == caption.rstrip(" :：.").casefold()


def shortened_lead(lead: str) -> str:
    """Return a lead-in of which at most the start, the words that say what is due, and the end are left."""
    if len(lead) <= LEAD:
        return lead
    half = LEAD // 2
    head, last = shortened(lead, half), lead.find(" ", len(lead) - half) + 1 or len(lead)
    begin, end = _due(lead)
    last = _outside_brackets(lead, last, half)
    if exception := EXCEPTION.search(lead, len(head), last):
        last = _outside_brackets(lead, exception.start(), half)
    if last <= len(head) + 1:
        return lead
    turn = max((match.start(1) for match in TURN.finditer(lead, len(head), last)), default=0)
    if begin < turn:
        begin, end = turn, turn + 1
    if end <= len(head) or begin >= last:
        return f"{head} … {lead[last:]}"
    begin = max(begin, len(head) + 1)
    stop = max(end, begin + len(shortened(lead[begin:last], half)))
    if max(stop, begin + half) >= last:
        return f"{head} … {lead[begin:]}"
    return f"{head} … {lead[begin:stop]} … {lead[last:]}"


def _outside_brackets(lead: str, at: int, most: int) -> int:
    """Return where the end of a lead-in begins: with the whole bracket in which it would, or behind a longer one.

    Args:
        lead: the lead-in.
        at: where it would begin.
        most: characters of the longest part of a bracket in front of it.
    """
    opens, closes = bracket_at(lead, at)
    if opens < 0 or at - opens <= most:
        return at if opens < 0 else opens
    behind = at if closes <= 0 else closes + len(lead[closes:]) - len(lead[closes:].lstrip(' ,;:.”"'))
    return behind if len(lead[behind:].split()) >= WORDS_LEADING else at


def _due(lead: str) -> tuple[int, int]:
    """Return the range of the last subject and verb outside of brackets: "the keeper shall not"; (0, 0) without."""
    bare = _without_brackets(lead)
    if 3 * sum(map(str.islower, bare)) < sum(map(str.isupper, bare)) and len(bare.lower()) == len(bare):
        bare = bare.lower()
    verbs = [match.span() for match in VERB.finditer(bare)]
    while verbs and (proviso := PROVISO.search(bare, 0, verbs[-1][0])):
        if DENIED.search(bare, proviso.start(), verbs[-1][0]):  # "provided that in no event shall the following be"
            break
        verbs.pop()
    if not verbs:
        nobody = DENIED.search(bare)
        return nobody.span() if nobody else (0, 0)
    begin, end = verbs.pop()
    while verbs and JOINED.fullmatch(bare, verbs[-1][1], begin):
        begin = verbs.pop()[0]
    start = max(verbs[-1][1] if verbs else 0, begin - LONGEST_DENIED)
    denied = [match.start() for match in DENIED.finditer(bare, start, begin)]
    if denied:
        return denied[-1], end
    start = max(start, bare.find(" ", max(start, begin - SUBJECT), begin))
    subject = bare[start:begin].rstrip(" ,")
    start += max((match.end() for match in BEGINS.finditer(subject)), default=0)
    return start + len(bare[start:]) - len(bare[start:].lstrip(" ,")), end


def _without_brackets(lead: str) -> str:
    """Return a lead-in with blanks in the place of what stands in brackets, but for the labels of items."""
    bare = list(lead)
    opened: list[int] = []
    for match in BRACKET.finditer(lead):
        if match[0] == "(":
            opened.append(match.start())
        elif opened:
            start, end = opened.pop(), match.end()
            if end - start > LABEL or not lead[start + 1 : end - 1].isalnum():
                bare[start:end] = " " * (end - start)
    return "".join(bare)
