"""Tell a label with which a wrapped line only happens to begin: "… are subject to Section | 3.4 of this Agreement."."""

import re

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.pages.wrapped_lines import WRAPPED
from piperoll.corpora.clauses.words import labels
from piperoll.corpora.clauses.words.stops import REPEATED

_CLAUSE = (
    r"(?:sub-?|unter)?(?:section|clause|article|paragraph)|ziffer|absatz|absätze|abschnitt|paragra(?:phe|f)|klausel|nummer|alinéa"
    r"|punkt|avsnitt|stycke|klausul|cláusula|artículo|apartado|párrafo|sección|artigo|parágrafo|seção|clausola|articolo|paragrafo"
    r"|sezione|artikel|clausule|článek|článku|articolul"
)
_SHORT = r"§|(?-i:Secs?|Sect|Arts?|Paras?|Cl|Nos?|Nr|Abs|Ziff|Pkt|Čl|N[º°])\.?|(?:ust|pkt|odst)\."
_SCHEDULE = rf"(?-i:{labels.SCHEDULE}|Item|ITEM|Rule|RULE|Part|PART)"
CITES = re.compile(
    rf"(?i)(?<![\w.-])(?:(?:(?:{_CLAUSE})(?P<clauses>s|n|en|e|na|erna|es|er)?|{_SCHEDULE}(?P<schedules>s|n|en|es)?)|(?P<signs>§§)"
    rf"|{_SHORT})\s"
)
"""Matches a word that introduces a reference, in the singular or the plural: "Section", "Ziffern", "Exhibit", "§"."""
LISTED = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){0,4}[A-Za-z]?|[A-Z]|[IVXLC]{1,6}|\((?:[^()\n]|\n(?!\s*\n)){1,90}\)|\[[^\[\]\n]{1,60}\]"
    r"|(?P<joins>,\s{1,40}(?:and|or)\b|[,&–-]|\b(?i:and|or|and/or|to|through|und|oder|bis|et|ou|à|y|o|e|och|eller|og|en|tot)\b)|\s"
)
"""Matches a part of a list of references: "3.1", "(Oil)", ", and"."""
BEHIND = re.compile(r"\(\w{1,5}\)(?:[(,;.]|\s(?:and|or|of|above|below|hereof|hereto|shall|may|will|is|are|to)\b)")
"""Matches a label in brackets that goes on with the number in front of it: "Section 12.2 | (b)(ii) or"."""
LONGEST_LIST = 400
"""Characters of the longest list of references."""
GOES_ON = re.compile(
    r"(?i)(?<![\w.])(?:the|an?|this|these|that|such|per|see|than|every|each|any|le|la|les|du|des|au|aux|el|los|las|del|der|die"
    r"|das|den|dem|des|am|im|zum|zur|vom|jeden|jedes|il|het|[$€£]"
    r"|(?P<preposition>of|to|in|by|for|with|from|at|on|under|within|exceeding|de|à|bis|di|av|til|till|van))\Z"
)
"""Matches a word behind which a sentence goes on with a number: "interest at | 2.5 per cent", "am | 3. Werktag"."""
LONGEST_WORD = 24
"""Characters of its longest match, and of the longest number in words."""
FULL = 0.6
"""Share of a line that the line above it has in a paragraph."""


def goes_on_above(text: str, before: Range, here: Candidate, *, counts_on: bool) -> bool:
    """Return whether the label with which a line begins goes on with the sentence of the line directly above.

    Args:
        text: the stored text.
        before: the character range of the line above.
        here: the candidate with which the line begins.
        counts_on: whether the number in front of its own was found shortly before.
    """
    label, (begin, end) = here.label, before
    gap = text[end : here.start]
    if label is None or here.level or gap.strip() or gap.count("\n") != 1:
        return False
    last = text[max(begin, end - LONGEST_WORD) : end]
    if label.shape == "()" and label.text.isdecimal() and REPEATED.search(f"{last} "):
        return True
    below = text.find("\n", here.start)
    full = end - begin >= min(WRAPPED, FULL * ((below if below >= 0 else len(text)) - here.start))
    word = GOES_ON.search(last) if full and label.family != "letter" and label.values != (1,) else None
    item = counts_on and not (here.small and len(label.values) > 1)  # "… are disposed of", then "2. Oil"
    return (word is not None and not (item and word["preposition"])) or _cites(text, before, here, full=full)


def _cites(text: str, before: Range, here: Candidate, *, full: bool) -> bool:
    """Return whether a line ends in a word that introduces a reference, or in a list of references that goes on.

    In a line that is not ``full``, a word in small letters stands in front of it.
    """
    above = text[max(0, before[1] - LONGEST_LIST) : before[1]].rpartition("\n\n")[2] + "\n"
    words = list(CITES.finditer(above))
    if not words or not (full or above[: words[-1].start()].rstrip(" \n’'")[-1:].islower()):
        return False
    word = words[-1]
    last, at, joined = "", word.end(), False
    while part := LISTED.match(above, at):
        if not part[0].isspace():
            last, joined = part[0], bool(part["joins"])
        at = part.end()
    if at < len(above):
        return False
    if not last:
        return before[1] + 1 - len(above) + word.start() > before[0]  # not "SECTION" on a line of its own
    if not joined:
        return last[0] in "(0123456789" and BEHIND.match(text, here.start) is not None
    return "," not in last or bool(word["clauses"] or word["schedules"] or word["signs"])
