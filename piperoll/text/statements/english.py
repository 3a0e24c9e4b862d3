"""Extract clauses from English sentences.

Examples are "The tenant shall not sublet the premises", "“Site” means …", "We may share data", "You must not: …".
"""

import re
from collections.abc import Iterator

from piperoll.text.statements.clause import ZONE, Clause, Lead, is_name, shortened

DEFINITION = re.compile(
    r"""
    (?:["“](?P<term>[^"“”]{1,80})["”](?:,?\s(?:or\s)?["“][^"“”]{1,80}["”])?
    (?:\s?\([^()]{0,80}\))?  # "accident" (意外)
    (?:,?\s(?:as\sused|when\sused|for\sthe\spurposes?\sof|in\srelation\sto|where\sused)\s[^"“”.;:]{1,80}?,?)?
    |^(?:the\sexpression\s|In\s[^,]{1,80},\s)?(?P<plain>\w[\w -]{0,60})\s\([^()]{0,40}[\u4e00-\u9fff][^()]{0,40}\))
    \s(?P<means>(?:shall\s|will\s)?(?:means?|includes?|refers?\sto|(?:has|have)\sthe\s(?:same\s)?meaning)|(?:is|are)\sdefined\sas)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words that turn the verb after them into a duty, a right or a ban.
MODAL = re.compile(
    r"""
    \b(?P<modal>
        (?:shall|must|may|will|can)(?:\s?not|\s(?:never|only))?
      | (?:can|won|must|shouldn|don|doesn)['’]t
      | (?:do|does|need)\snot
      | (?:agrees?|undertakes?|covenants?|promises?)(?:\snot)?\sto
      | (?:am|is|are)\s(?:not\s)?(?:hereby\s)?
        (?:required|obliged|obligated|entitled|permitted|allowed|authori[sz]ed)\sto
      | (?:is|are)\s(?:prohibited|forbidden)\sfrom
      | (?:has|have|reserves?|retains?)\s(?:the|no)\s(?:sole\s|exclusive\s|absolute\s)?(?:right|obligation|duty)\sto
      | (?:has|have)\sto
    )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
NOUN = re.compile(r"(?:at|good|free|own|their|last|his|her|the|a|of)$", re.IGNORECASE)
"""Before "will" and "can": "at will", "free will"."""
APART = re.compile(r"(?:,[^,]{1,120},|\([^()]{1,80}\))\s|\b(?:at\s(?:any|all)\stimes?|in\sno\sevent)\s")
"""Between modal and verb: "shall, at its own expense, repair"."""
NOT_A_VERB = (
    r"(?:a|an|the|and|or|of|in|on|at|by|for|from|to|with|as|any|all|each|such|no|this|that|these|those|his|her|its"
    r"|their|our|your|my|it|he|she|we|you|they|us|them|if|is|are|was|were|has|had|under|within|only|subject|after|before|upon|during|without|unless|when|where|so|until|because|there)\b"
)
VERB = re.compile(
    rf"""
    \s*(?P<verb>(?:(?:not|never|only|also|then|first|however|therefore|further|thereafter|forthwith|hereby|either|otherwise|\w+ly)\s)*
    (?:(?:have\s)?(?:been|be)\b(?:\s(?:not|so|also|then|further|\w+ly))*(?:\s(?!{NOT_A_VERB})[a-z][\w'’-]*)?|(?!{NOT_A_VERB})[a-z][\w'’-]*)
    (?:(?:,\s(?!{NOT_A_VERB})[a-z]+){{0,6}},?\s(?:and|or|and/or)\s(?!{NOT_A_VERB})[a-z]+(?=\s(?:a|an|the|any|all|its|their|his|your|our|such)\b))?)
    """,
    re.VERBOSE | re.IGNORECASE,
)
STATED = re.compile(
    r"(?<=\bwe\s)(?:collect|use|share|disclose|sell|process|store|retain|keep|transfer|receive|provide|delete|track"
    r"|grant|own|accept|assume|make|reserve|recommend|rely|record|allow|take|work|combine|monitor)\b"
    r"|(?<=\byou\s)(?:grant|retain|own|waive|represent|warrant|acknowledge|understand|consent|accept|assume|bear"
    r"|keep|remain|indemnify|agree)\b",
    re.IGNORECASE,
)
"""Verbs by which policies speak of themselves without a modal verb."""
FRESH = re.compile(r"(?:^|[,;:.]|\b(?:and|but|or|so|then|therefore))\s*(?:we|you)\s$", re.IGNORECASE)
"""Before a verb without a modal verb: "we" begins a clause, and not a relative one ("what we collect")."""
BOUNDARY = re.compile(
    r"[;:—]\s?|\)\s\(\w{1,4}\)\s|,?\s(?:provided|agrees?|acknowledges?|understands?|warrants?|represents?|ensures?|and|or|except)\sthat,?\s"
    r"|,\s(?:and|but|or|nor|then|so|in\swhich\scase|provided|however,?)\s|\bthat,?\s(?=(?:we|you|the)\b)",
    re.IGNORECASE,
)
SHARED = re.compile(r"(?:^|[\s,])(?:and|or|but|nor)(?:\s(?:also|then|shall|may))?$", re.IGNORECASE)
"""Before a second modal verb with the same subject: "may sell and may not keep"."""
CONDITION = re.compile(
    r"(?:if|unless|where|when|whenever|subject|in|upon|on|after|before|except|without|notwithstanding|to|during|for|at"
    r"|by|as|with|until|while|pursuant|prior|should|once|under|following|because|since|although|from|within|however"
    r"|therefore|accordingly|furthermore|moreover|additionally|otherwise|thereafter|unless|provided|despite|also)\b",
    re.IGNORECASE,
)
AFTER_COMMA = re.compile(
    r"^.*,\s(?=(?-i:[A-Z])|(?:the|a|an|any|each|every|all|no|neither|either|both|such|this|these|our|your|we|you|it|they|he|she)\b)"
    r"|^.*,\s(?!.*,\s(?:the|any|each|all|no|such)\b)",
    re.IGNORECASE,
)
"""What stands before the main clause after a condition."""
ENUMERATOR = re.compile(
    r"(?:^|(?<=[,;])|(?<=\band)|(?<=\bor)|(?<=[Pp]arty)|(?<=[Pp]arties)|(?<=[Rr]ecipient)|(?<=Company)|(?<=\bwe)|(?<=\byou))\s?\([a-z\d]{1,4}\)$",
    re.I,
)
"""Before the items of a list within a sentence: "the Party (i) shall …, and (ii) may …"."""
APPOSED = re.compile(r"^(?!.*,[^,]*\b(?:and|or)\b[^,]*$).*,\s(?:the|a|an)\s|^[a-z]+\s\w+,\s")
"""The end of one clause and the beginning of another, rather than a list of several subjects."""
AROUND = re.compile(
    r"^(?:and|or|but|that|then|so|both)\s|^\(|\s(?:also|further|hereby|expressly|then|however|therefore)$",
    re.IGNORECASE,
)
"""Words at the ends of a subject that are no part of it."""
RELATIVE = re.compile(
    r"(?:^|\s)(?:who|which|that|whom|whose|as|where|when|if|what|than|how|whether|whoever|because)$", re.I
)
EMBEDDED = re.compile(
    r"\s(?:as|if|unless|where|when|than|what|which|whom|whose|whether|how|because|until|while)\s", re.I
)
TAIL = re.compile(
    r",?\s(?:who|which|that|whose|whom|to\swhom|in\swhich)\s.*$|,\s(?:if|where|when|as|at|in|upon|acting)\s.*$", re.I
)
"""Words that may be left out of a long subject."""
NOBODY = re.compile(r"(?:in\sno\s(?:event|case)|under\sno\scircumstances?)$", re.IGNORECASE)
INVERTED = re.compile(r"\s(?P<who>[^,;]{1,100}?)\s(?P<verb>be(?:\s\w+)?|have(?:\sany)?)\b", re.IGNORECASE)
"""After "in no event shall"."""
AGENT = re.compile(
    r"(?:^|\s)by\s(?P<who>(?:us|you|them|either\sparty|(?:the\s|a\s|an\s|any\s|each\s)?(?!\d)[A-Z][\w-]+(?:\s[A-Z][\w-]+){0,3}"
    r"|(?:the|each|either)\s(?!due|date|end|time|terms?|law|use|means?|parties\sin)[a-z]+))(?=$|[,;.]|\s(?:in|on|at|to|for|within|under|before|after|as|and|from|with)\b)"
)
"""The agent of a passive clause: "shall be paid by the Tenant"."""
END = re.compile(
    r";|\.\s|,?\s(?:unless|provided\s(?:that|however)|except\s(?:that|as|where|if|to)|if|notwithstanding|subject\sto)\s"
    r"|,\s(?:and|but|or|nor)\s(?=\w+(?:\s\w+){0,3}\s(?:shall|must|may|will|agree)\b)"
    r"|\s(?:and|but|or)\s(?=(?:shall|must|may|will|agrees?)\b)",
    re.IGNORECASE,
)
UNFIT = re.compile(r"(?:is|are|was|were|has|had|would|not|\w+ly)\s")
"""Beginnings of an item that does not complete the sentence leading into the list."""
RESTRICTED = re.compile(r"\b(?:provided|if|unless|when|where|except|that)\b[^.]{0,60}$", re.IGNORECASE)
"""Before a list of conditions."""
LISTED = re.compile(r"(?:any |all )?(?:of )?(?:the )?following(?: \w+){0,2}")
"""An object that only announces a list."""
OPEN = (":", "—", "–", "-")
"""Ends of a sentence that items complete."""
FOLLOWING = re.compile(
    r"(?:do|engage\sin|take)?\s?(?:any|all|each|one)?\s?(?:or\smore\s)?(?:of\s)?(?:the\s)?(?:following)?.{0,12}[:—–-]$"
)


def clauses(sentence: str) -> Iterator[Clause]:
    """See :class:`piperoll.text.statements.clause.Grammar`."""
    if defined := DEFINITION.search(sentence[: 3 * ZONE]):
        yield Clause(defined["term"] or defined["plain"], defined["means"], shortened(sentence[defined.end() :]))
        return
    floor, subject = 0, ""
    for match in _predicates(sentence):
        if match.start() < floor:
            continue
        parsed = _turned(sentence, floor, match) or _straight(sentence, floor, match, subject)
        if not parsed:
            continue
        subject, predicate, floor = parsed
        tail = sentence[floor : floor + 2 * ZONE]
        stop = END.search(tail)
        who, what = subject, tail[: stop.start()] if stop else tail
        if "be " in predicate and (agent := AGENT.search(what)):
            who, what = agent["who"], f"{subject}{what[: agent.start()]}{what[agent.end() :]}"
        what = shortened(what)
        if not LISTED.fullmatch(what) if what else not sentence.endswith(OPEN):
            yield Clause(who, predicate, what)


def _straight(sentence: str, floor: int, match: re.Match[str], previous_subject: str) -> tuple[str, str, int] | None:
    """Return subject, predicate and the offset behind the predicate; None where they are not clear."""
    verb = _verb(match, sentence)
    who = _subject(sentence, floor, match.start(), previous_subject) if verb else ""
    return (who, *verb) if verb and who else None


def _turned(sentence: str, floor: int, match: re.Match[str]) -> tuple[str, str, int] | None:
    """Return the same where the subject stands after the modal verb: "in no event shall we be liable"."""
    if not NOBODY.search(sentence[max(floor, match.start() - 40) : match.start()].rstrip()):
        return None
    turned = INVERTED.match(sentence[match.end() : match.end() + ZONE])
    return (turned["who"], f"{match[0]} never {turned['verb']}", match.end() + turned.end()) if turned else None


def _predicates(sentence: str) -> list[re.Match[str]]:
    """Return the matches of modal verbs, and of verbs that state something without one, in order."""
    modals = [match for match in MODAL.finditer(sentence) if not match[0].istitle() or " " in match[0]]
    stated = [
        match
        for match in STATED.finditer(sentence)
        if FRESH.search(sentence, max(0, match.start() - 20), match.start())
    ]
    return sorted([*modals, *stated], key=lambda match: match.start())


def _verb(match: re.Match[str], sentence: str) -> tuple[str, int] | None:
    """Return the predicate as it reads, and the offset behind it; None where no verb follows."""
    if match.re is STATED:
        return match[0], match.end()
    at = match.end()
    if match[0].lower() in ("will", "can") and NOUN.search(
        sentence[max(0, match.start() - 8) : match.start()].rstrip()
    ):
        return None
    if apart := APART.match(sentence, at if sentence[at : at + 1] == "," else at + 1):
        at = apart.end() - 1
    verb = VERB.match(sentence, at)
    return (f"{match[0]} {verb['verb']}", verb.end()) if verb else None


def _subject(sentence: str, floor: int, end: int, previous_subject: str) -> str:
    """Return the subject from the text before the modal verb; empty where it is not clear."""
    start = max(floor, end - ZONE)
    zone = ENUMERATOR.sub("", sentence[start:end].rstrip())
    if floor and SHARED.search(zone):
        return previous_subject
    cut = 0
    for boundary in BOUNDARY.finditer(zone):
        cut = boundary.end()
    if start and not cut:
        return ""
    zone = zone[cut:].strip()
    if CONDITION.match(zone):
        zone = AFTER_COMMA.sub("", zone) if ", " in zone else ""
    if "," in zone or len(zone.split()) > 6:
        zone = TAIL.sub("", zone)
    if any(pattern.search(zone) for pattern in (RELATIVE, SHARED, MODAL)) or CONDITION.match(zone):
        return ""
    if EMBEDDED.search(f" {zone} "):
        return ""
    if APPOSED.search(zone):
        return ""
    zone = AROUND.sub("", zone).strip(' ,"“”')
    return zone if is_name(zone) and not zone.lower().endswith(("please", "there")) else ""


def lead(sentence: str) -> Lead | None:
    """See :class:`piperoll.text.statements.clause.Grammar`."""
    if not sentence.endswith(OPEN):
        return None
    matches = [match for match in _predicates(sentence) if match.re is MODAL]
    for match in matches:
        who = _subject(sentence, 0, match.start(), "")
        rest = sentence[match.end() :].strip()
        if not who or RESTRICTED.search(rest):
            continue
        if FOLLOWING.fullmatch(rest):
            return Lead(who, match[0], whole=True)
        if (verb := VERB.match(sentence, match.end())) and len(rest) < ZONE:
            return Lead(who, f"{match[0]} {verb['verb']}", whole=False)
    return None


def item(lead: Lead, text: str) -> Clause | None:
    """See :class:`piperoll.text.statements.clause.Grammar`."""
    if CONDITION.match(text) or UNFIT.match(text):
        return None
    if (modal := MODAL.match(text)) and (own := _verb(modal, text)):
        return Clause(lead.subject, own[0], shortened(text[own[1] :]))
    if not lead.whole:
        return Clause(lead.subject, lead.predicate, shortened(text)) if shortened(text) else None
    if not (verb := VERB.match(text[:1].lower() + text[1:])):
        return None
    return Clause(lead.subject, f"{lead.predicate} {verb['verb']}", shortened(text[verb.end() :]))
