"""Extract clauses from Swedish sentences.

Examples are "Den som innehar en fyr ska anmäla det", "Med fyr avses …", "Om ljuset slocknar får vaktaren inte sova". A
main clause has its verb in the second place, so the subject stands before the modal verb, or right after it where
something else comes first.
"""

import re
from collections.abc import Iterator

from piperoll.text.statements.clause import ZONE, Clause, Lead, is_name, shortened

DEFINITION = re.compile(
    r"\bMed\s(?P<first>[^.;:]{1,120}?)\s(?P<means>(?:avses|förstås|menas)(?:\s(?:inte|även|också|dels))?)\b"
    r"|(?<!\bsom\s)\b(?P<turned>avses|förstås|menas)(?:\s(?:i|vid)\s[^.;:]{1,60}?)?\smed\s(?P<second>[^.,;:]{1,80}?)(?=:|\s(?:en|ett|den|det|de|sådan|sådana|varje|i)\s)",
)
TERM = re.compile(r"(?P<term>[^:,.;]{1,80})(?::|,|\s[–-])\s(?P<rest>\S.*)")
"""An item after "avses med": "fyr: ett torn med ljus"."""
MODAL = re.compile(
    r"\b(?P<modal>ska|skall|måste|får|bör|kan|behöver|(?:har|äger)\srätt\satt|är\s(?:inte\s)?(?:skyldiga?|skyldigt|förbjudet|skyldige)\satt)\b",
)
ADVERBS = (
    r"(?:(?:inte|ej|icke|heller|likväl|aldrig|endast|regelbundet|löpande|ofördröjligen|därjämte|årligen|bara|också|även|dock|därvid|alltid|genast|snarast|därefter|därför|samtidigt|skriftligen"
    r"|dessutom|vidare|således|särskilt|i stället|utan dröjsmål|utan oskäligt dröjsmål|omedelbart|normalt|först"
    r"|helst)\s)*"
)
INFINITIVE = (
    r"(?!(?:denna|dessa|alla|andra|båda|vissa|sådana|sådan|hela|samma|egna|sina|våra|enda|första|sista|flera|svenska"
    r"|totala|skada|berörda|behöriga|ansvariga|särskilda|nya|allmänna|enskilda|ena|ersatta|vars|detta|högsta|statens|kommunens)\b)"
    r"(?![a-zåäö]+(?:iga|[eo]rna)\b)(?:[a-zåäöé]+(?:as?|ås|ös)|ange|anges|avge|avges|ske|ge|ges|bli|ha|få|gå|se|ses|stå|ta|tas|dra|dras|utgå|bestå"
    r"|uppgå|ingå|utge|utges|medge|medges|anta|antas|inge|inges|utse|utses|avstå|tillse|framgå|framstå|förestå|slå|slås"
    r"|gälla|övergå|uppnå|nå|nås|förstå|träda|erhålla|föreslå|anse|anses|överse|förse|förses|avse|bero|le|be|bes|ta)\b"
)
VERB = re.compile(
    rf"\s(?P<verb>{ADVERBS}(?:(?:ha|kunna|få|vara|bli)\s{ADVERBS}(?:{INFINITIVE}|\w+(?:at|it|ts|ad|ade|en|et)\b)|{INFINITIVE})"
    rf"(?:\s(?:och|eller)\s{INFINITIVE})?(?:\s(?:ut|in|upp|fram|fast|bort|över|tillbaka)\b(?=\s))?)",
)
LATER_VERB = re.compile(VERB.pattern)
ADVERBIAL = re.compile(
    r"\s(?:senast|i|för|på|vid|till|enligt|efter|inom|utan|om|med|från|under|varje|utöver|mot|genom|av|hos)\s"
)
"""Between the modal verb and its verb: "ska senast den 1 mars lämna"."""
NO_END = re.compile(
    r"(?:^|\s)(?:den|de|en|ett|sin|sitt|sina|någon|något|alla|andra|samma|varje|viss|i|på|till|av|för|med|om|och|eller|\w+-|\w+iga)$"
)
"""Words with which no subject ends."""
ADDED = re.compile(r"\s(?:i regel|om möjligt|i stället|normalt|vidare|dock)$")
TURNED = re.compile(rf"\s(?P<adverbs>{ADVERBS})(?P<who>[^,;:.]{{1,120}}?)(?=\s{ADVERBS}{INFINITIVE})")
"""The subject after the modal verb."""
CONDITION = re.compile(
    r"(?:om|när|i|på|vid|för|till|av|från|med|efter|innan|utan|trots|under|inom|enligt|därvid|då|har|är|sedan|utöver"
    r"|senast|mot|genom|därutöver|vidare|dessutom|dock|därför|här|där|även|också|finns|finner|kan|ska|får|saknas|avser"
    r"|oavsett|såvida|beträffande|angående|ur|inför|hos|åt|mellan|sker|begär|innebär|gäller|anser|bestäms|samtidigt|först|dessförinnan|såvitt|härvid|därtill|vad)\b",
    re.IGNORECASE,
)
SUBORDINATE = re.compile(
    r"(?:^|[\s,])(?:att|om|när|där|då|innan|eftersom|medan|huruvida|såvida|än|såsom|vilken|vilket|vilka|vars|varvid|ifall"
    r"|vad|hur|sedan|så|på\sdet|varigenom|samt)\s[^,]{0,200}$",
    re.IGNORECASE,
)
"""A modal verb after this stands in a subordinate clause."""
WHO = re.compile(
    r"(?:^|\s)som(?:\s(?:inte|ej|också|även|endast|bara|i|på|enligt|av)\b[^,]{0,60})?$|\ssom\s(?:han|hon|de|den|det|man|[a-zåäö]{3,}(?:en|et|na|an))$",
    re.IGNORECASE,
)
"""Right before it: "den som får …"."""
BOUNDARY = re.compile(r"[;:—]\s?|,?\s(?:men|och|samt|dock)\s(?=[A-ZÅÄÖa-zåäö])")
SHARED = re.compile(r"(?:^|[\s,])(?:och|eller|men|samt)$")
AGENT = re.compile(
    r"(?:^|\s)av\s(?P<who>(?:den|det|de)\s[\w-]+[ea]|[\w-]+(?:en|et|na|an)"
    r"(?:\s(?:eller|och)\s[\w-]+(?:en|et|na|an))?)(?=$|[,;.]|\s(?:i|på|till|för|före|vid|inom|enligt|efter|innan|senast|med|som|om|hos|från|under|genom)\b)"
)
PASSIVE = re.compile(r"s(?:\s(?:ut|in|upp|fram|fast|bort|över|tillbaka))?$")
END = re.compile(
    r";|\.\s|,\s(?:om|såvida|förutsatt|utom|med\sundantag|men|dock|och|varvid|när)\s|\som\s(?:inte|ej|icke|han|hon|någon|det\sfinns)\s"
    r"|\s(?:och|men|eller)\s(?=(?:ska|skall|måste|får|bör|kan)\b)"
)
RESTRICTED = re.compile(r"\b(?:om|när|att|som|såvida|där)\W*$")
"""Before a list of conditions."""
UNFIT = re.compile(r"(?:om|när|där|sedan|som)\b")
"""Beginnings of an item that is a condition."""
PRONOUN = re.compile(
    r"(?:han|hon|den|det|de|man|vi|du|ni|jag|hen|någon|ingen|var och en|detta|denne|denna|dessa)(?=\s)"
)


def clauses(sentence: str) -> Iterator[Clause]:
    """See :class:`piperoll.text.statements.clause.Grammar`."""
    if defined := DEFINITION.search(sentence[: 2 * ZONE]):
        what = shortened(sentence[defined.end() :])
        if what:
            term = re.sub(r"\si\s(?:denna|detta|den)\s.*$", "", defined["first"] or defined["second"])
            yield Clause(term, defined["means"] or defined["turned"], what)
        return
    floor, subject = 0, ""
    for match in MODAL.finditer(sentence):
        if match.start() < floor:
            continue
        if not (parsed := _clause(sentence, floor, match, subject)):
            continue
        subject, predicate, at, fronted = parsed
        floor = at
        tail = sentence[at : at + 2 * ZONE]
        stop = END.search(tail)
        who, what = subject, tail[: stop.start()] if stop else tail
        if PASSIVE.search(predicate) and (agent := AGENT.search(what)):
            who, what = agent["who"], f"{subject} {what[: agent.start()]}{what[agent.end() :]}"
        yield Clause(who, predicate, shortened(f"{what} {fronted}".strip()))


def _clause(sentence: str, floor: int, match: re.Match[str], previous_subject: str) -> tuple[str, str, int, str] | None:
    """Return subject, predicate, the offset behind it, and an object that stands first instead of the subject.

    Return None where they are not clear.
    """
    start = max(floor, match.start() - ZONE)
    zone = sentence[start : match.start()].rstrip()
    verb = VERB.match(sentence, match.end())
    if floor and SHARED.search(zone):
        return (previous_subject, f"{match[0]} {verb['verb']}", verb.end(), "") if verb else None
    cut = 0
    if floor:
        for boundary in BOUNDARY.finditer(zone):
            cut = boundary.end()
        if not cut:
            return None
    elif start:
        return None
    zone = zone[cut:].strip()
    after_comma = zone.endswith(",")
    if WHO.search(zone):
        return None
    if not after_comma and SUBORDINATE.search(zone[zone.find(" ") + 1 :] if CONDITION.match(zone) else zone):
        return None
    if after_comma or not zone or CONDITION.match(zone):
        return _turned(sentence, match, "")
    if not verb and ADVERBIAL.match(sentence, match.end()):
        verb = LATER_VERB.search(sentence, match.end(), match.end() + ZONE // 2)
    if verb:
        who = zone.strip(' ,"”()')
        return (who, f"{match[0]} {verb['verb']}", verb.end(), "") if is_name(who) and "," not in who else None
    return _turned(sentence, match, zone)


def _turned(sentence: str, match: re.Match[str], fronted: str) -> tuple[str, str, int, str] | None:
    """Return the same for a clause whose subject stands after the modal verb; ``fronted`` stands first in it."""
    if VERB.match(sentence, match.end()):
        return None
    window = sentence[match.end() : match.end() + ZONE]
    pronoun = re.match(rf"\s{ADVERBS}{PRONOUN.pattern}", window)
    turned = TURNED.match(window)
    if not turned or not is_name(turned["who"]) or NO_END.search(turned["who"]) or CONDITION.match(turned["who"]):
        return None
    who = (
        pronoun[0].split()[-1]
        if pronoun and "som" not in turned["who"] and len(turned["who"].split()) == 1
        else turned["who"]
    )
    inside = re.search(r"\s(?:inte|ej|aldrig|endast|även|också)$", who)
    verb = VERB.match(sentence, match.end() + turned.end())
    if not verb:
        return None
    adverbs = f"{turned['adverbs']}{inside[0].strip() + ' ' if inside else ''}"
    return (
        ADDED.sub("", who[: inside.start()] if inside else who),
        f"{match[0]} {adverbs}{verb['verb']}",
        verb.end(),
        fronted,
    )


def lead(sentence: str) -> Lead | None:
    """See :class:`piperoll.text.statements.clause.Grammar`."""
    if re.search(r"\b(?:avses|förstås|menas)(?:\s[^.:;]{0,80})?\smed:?$|\bavses(?:\s[^.:;]{0,80})?:$", sentence):
        return Lead("", "avses", whole=True)
    if (defined := DEFINITION.search(sentence)) and not sentence[defined.end() :].strip(" :"):
        return Lead(defined["first"], defined["means"], whole=False)
    match = MODAL.search(sentence)
    if not match or RESTRICTED.search(sentence) or len(sentence) - match.end() > ZONE or sentence.endswith("."):
        return None
    parsed = _clause(sentence, 0, match, "")
    if parsed:
        return Lead(parsed[0], parsed[1], whole=False)
    who = sentence[: match.start()].strip()
    bare = (
        match.end() >= len(sentence.rstrip(" :")) and is_name(who) and not CONDITION.match(who) and not WHO.search(who)
    )
    return Lead(who, match[0], whole=True) if bare else None


def item(lead: Lead, text: str) -> Clause | None:
    """See :class:`piperoll.text.statements.clause.Grammar`."""
    if lead.predicate == "avses" and not lead.subject:
        defined = TERM.match(text[: 2 * ZONE])
        return Clause(defined["term"], "avses", shortened(defined["rest"])) if defined else None
    if UNFIT.match(text):
        return None
    if not lead.whole:
        return Clause(lead.subject, lead.predicate, shortened(text)) if shortened(text) else None
    verb = VERB.match(f" {text}")
    return Clause(lead.subject, f"{lead.predicate} {verb['verb']}", shortened(text[verb.end() - 1 :])) if verb else None
