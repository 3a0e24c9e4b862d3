"""Read captions: the words of a heading, and where they end.

A heading may be marked, bold, alone on its line, or in front of text on the same line: "Term. This Agreement …".
"""

import re

from piperoll.chunking.merge import Range
from piperoll.text.sentences import ABBREVIATIONS

LINK = re.compile(r"!?\[?([^\[\]\n]*)\]\((?:(?:[^()\s<]|\([^()\s]*\))*|<[^<>\n]*>)(?:\s\"[^\"\n]*\")?\)")
# not "[***]", which stands for words that were left out
MARKS = re.compile(
    r"(?!(?:(?<=\[)|(?<=\[\*)|(?<=\[\*\*)|(?<=\[\*\*\*))\*{1,5}\])"
    r"[*_#`\\\u200b\ufeff=-](?:(?<![=-])[*_#`\\\u200b\ufeff]*|(?<=[=-])[=-]{2,})"
)
# "Effect of&nbsp;Termination", also misspelled
BLANK = re.compile(r"&[a-z]?[bns]sp;")
RUN_IN = re.compile(
    r"[^.:\n]{2,90}(?:\([^)\n]{0,30}\))?[.:](?=\s|$|[*_])"
    r"|(?:[^.:;\n–—-]|(?<=\w)-(?=\w)){2,70} [–—-](?= )"
)
# not "BETWEEN: Harbour Inc., a company", nor "AND: Pier Ltd., another one"
RUN_IN_BARE = re.compile(
    r"(?!(?i:(?:by and )?between|and):)[A-Z][^.:;,\n]{2,60}:(?=\s)|[A-Z][^.:;,\n]{2,50}(?<!\s\w)\.(?=\s{1,2}[\"“(A-Z])"
)
# no number is that of a clause behind these: "AMENDMENT OF SECTIONS 3.1 AND 3.2."
_CITES_NOT = r"(?<! (?:OF|IN|TO|BY))(?<!(?i:section))(?<!(?i:sections))"
# "ARTICLE 2    THE OFFER    Section 2.1", "ARTICLE IX GENERAL PROVISIONS 9.1 Notices", "9. Lamps of Ports 9.1 A keeper"
# "ARTICLE 6 DUTIES OF THE KEEPER The keeper agrees that"
# None in "(c) In  addition  to the  oil", a line that is set full.
RUN_IN_WIDE = re.compile(
    r"(?:[A-Z]+ )?DEFINITIONS(?=[^\S\n][“\"][A-Z])"
    r"|\S[^.;:\n]{1,88}?(?!  \S+(?: \S+){0,7}  [a-z])(?=[^\S\n]{2,}(?:[^\sa-zß-ÿ]|[a-z][.)]\s))"
    r"|[A-Z]{3}[A-Z ,;&’'/-]{1,90}(?<! (?:OF|IN|BY|TO))"
    r"(?=[^\S\n](?:The|This|Each|As|Except|For|If|Unless|Neither|You|It|All|No)\s[\w ()]{0,60}[^\S\n][a-z])"
    rf"|[A-Z][A-Z ,;&'’/-]{{2,90}}{_CITES_NOT}"
    r"(?=[^\S\n](?:Section|SECTION|Sec\.|\d{1,2}\.\d|\(a\)))"
    r"|(?!(?:Exhibit|Section|Schedule|Article|Item|Rule)\s\d)[A-Z][\w ,;&'’/-]{2,90}?"
    rf"{_CITES_NOT}(?=[^\S\n]{{1,9}}\d{{1,2}}(?:\.\d{{1,2}}){{0,2}}\.(?:0?1|00)\.?\s)"
)
# "2. Obligations Each party agrees that": nothing ends the heading in front of the sentence
_BEGINS = "The|This|Each|Neither|Either|Any|All|If|No|Nothing|Unless|During|Upon|Except|Both"
_BEGINS_ANY = rf"{_BEGINS}|You|It|None|Notwithstanding|Subject|In addition|In the event"
RUN_INTO = re.compile(
    rf"(?!(?:{_BEGINS_ANY}|Provided|Once|Should|When|Where|While|Until)\b)"
    rf"[A-Z][a-z][\w’'/-]*(?: (?:[A-Z][\w’'/-]*|&|of|and|or|to|for|in|on|by|with|the)){{0,7}}"
    rf"(?<! (?:of|or|to|in|on|by))(?<! (?:and|for|the))(?<! with)(?= (?:(?:{_BEGINS}) [A-Za-z][a-z]* [a-z]+,? "
    r"|(?:The|This|Each|Neither|Unless|If) (?:[A-Z][\w’'-]* ){2,4}(?!(?:of|and|or|to|in|for|by|with|on)\b)[a-z]{2,} "
    r"|You (?!and\b|or\b)[a-z]+ |It is |None of |Notwithstanding the |Subject to |In addition to |In the event ))"
)
# "OFFICERS OF THE PORT Section 1.", "COVENANTS OF SB SB represents and", "COVENANTS OF BUYER Buyer represents and"
# None in "ALFA LAMPS Limited has agreed that": a name goes on with the capitals.
_CAPITALS = r"[A-Z]{3}[A-Z,;&’'/()-]*(?: [A-Z&][A-Z,;&’'/()-]*)"
_PART = r"[A-Z]{5,}(?: (?:[A-Z]{2,}|&)){0,4}:?"
# "… agree as follows: AGREEMENT", "… of the lamps. SPECIAL TERMS", in front of 1
PART = re.compile(rf"[.:;)\]”\"][^\S\n]{{1,9}}(?P<part>{_PART})\s{{0,9}}\Z")
_COMPANY = "Limited|Ltd|Inc|Corp|Corporation|Company|Group|Holding|Holdings|GmbH"
CAPITALS_OVER = re.compile(
    rf"(?=[A-Z]{{5}}|[A-Z]{{3,}} [A-Z]{{2}}){_CAPITALS}{{0,11}}?(?<![,;(])(?<! AND){_CITES_NOT}"
    r"(?=[^\S\n]{1,9}(?:Section|SECTION)\s\d)"
    rf"|{_CAPITALS}{{1,11}}? (?P<name>[A-Z]{{2,9}})(?= (?P=name) [a-z])"
    rf"|{_CAPITALS}{{1,11}}?(?<![,;(])(?<! AND){_CITES_NOT}"
    rf"(?=[^\S\n]{{1,9}}(?!(?:{_COMPANY})\b)(?:[A-Z][a-z]+|An?)(?:,? [\w,’'()“”\"-]+){{0,8}}?,? [a-z]+,? [a-z])"
)
# "Miscellaneous (a) Amendment.", "Termination (a) Either party may"
BEFORE_ITEM = re.compile(
    rf"(?!(?:{_BEGINS})\b)[A-Z][^.:;()\n]{{2,80}}(?<=[^\W\d_]{{3}})"
    r"(?=\s{1,40}(?:\([ ]?[aAi1][ ]?\)|a\))\s{1,40}[A-Z][A-Za-z])"
)
LETTER_BY_LETTER = re.compile(r"(?:[A-Z] ){4,}[A-Z](?: ?:)?")
"""Matches a word that is spaced: "R E C I T A L S"."""
# "Confidential Information   7" at the end of a page
PAGE_BEHIND = re.compile(r"\s{2,9}\d{1,3}\Z")
# "Miscellaneous.30", with a note below the page; neither "Schedule2", of which the blank is lost, nor "LampScout24"
NOTE_BEHIND = re.compile(
    r"(?<![\w-])(?!(?i:section|schedule|exhibit|annex|appendix|attachment|article|clause|part|form|phase|item|tier|level"
    r"|table|series|class|group|party|version|windows|covid)\W?\d)(?P<word>[A-Z]?[a-z]{4,})\.?\d{1,2}\Z"
)
# "**What We Read** **The Log**" behind its first part
BOLD_AGAIN = re.compile(r"\*\*(?:[ \t\xa0]{0,9}\*\*[^*\n]{1,150}\*\*){1,9}[ \t\xa0.:_]{0,9}")
# "TERMINATION   a.", "TERMINATION   1.", "INDEMNIFICATION a.", "Products and Payments A."
LABEL_BEHIND = re.compile(
    r"(?:(?<=\w)\s{2,9}\(?(?:[A-Za-z]|\d{1,2})\)?|(?<=[A-Z]{3})[^\S\n]a"
    r"|(?<=[a-z]{3})(?<!Schedule)(?<!Exhibit)(?<!Annex)(?<!Appendix)(?<!Attachment)(?<!Class)(?<!Series)(?<!Section)"
    r"(?<!Part)(?<!Type)(?<!Group)(?<!Title)(?<!Plan)(?<!Party)[^\S\n]A)[.:]?\Z"
)
# "WARRANTY   10." in front of " 1    The keeper", "GENERAL PROVISIONS 1 0 ." in front of " 1      Notices"
NUMBER_BEHIND = re.compile(r"(?<=\w)\s{1,9}\d(?: ?\d)? ?\.\Z")
SPACED_REST = re.compile(r"(?: ?\d(?: ?\d)? ?\.?){1,3}[ ]{2}")
# "COVENANTS OF THE KEEPER   The Keeper agrees that:"
SENTENCE_BEHIND = re.compile(r"(?<=\w)[^\S\n]{3,9}(?=(?:The|This|Each|As|Except|For) [\w ]{0,60} [a-z])")
# "ARTICLE IX LAMPS   Survival. None of them": the heading of a section that has lost its number
TITLE_BEHIND = re.compile(r"(?<=[A-Z]{3})[^\S\n]{3,9}(?=[A-Z][a-z]+[^.\n]{0,60}\.\Z)")
UNFINISHED = re.compile(r"\b(?:of|between|and|for|by|with)\Z", re.IGNORECASE)
"""Matches the end of a heading that goes on in the next line: "FORM OF"."""
# "Effect of an End of This Contract by the Keeper for a Storm, for Want of Oil or for a Broken Lamp. Upon the end"
LONG_RUN_IN = re.compile(r"[A-Z](?:[^\s.:]|\s{1,3}(?=[^\s.:])){90,220}\.(?=\s{1,9}(?:[“\"]?[A-Z]|\([aAi1]\)\s)|\Z)")
# of a sentence in capitals, which no heading has
SAYS_LOUD = re.compile(
    r"\b(?:SHALL|WILL|MUST|MAY|CAN|IS|ARE|WAS|WERE|BE|HAS|HAVE|HAD|DOES|DO|NOT|AGREES?|HEREBY|HEREIN|THAT|WHICH|IF|ANY)\b"
)
# "BY LIGHTING A LAMP OF OURS YOU AGREE TO THESE TERMS", also without a stop
AGREES_LOUD = re.compile(r"\bYOU (?:AGREE|ACCEPT|ACKNOWLEDGE|CONSENT|UNDERSTAND|CONFIRM)\b")
SMALL_WORD = re.compile(
    r"\b(?!(?:with|from|upon|into|over|under|between|against|after|before|than|through|within)\b)[a-z]{4,}"
)
"""Matches a longer word that no title has in small letters."""
SUB_LABEL = re.compile(r"\s\d{1,2}\.\d{1,2}\.?\s{0,9}(?=[A-Z])")
PARAGRAPH_BEHIND = re.compile(
    r"[ \t\xa0*_]{0,9}\n(?:[ \t\xa0]{0,20}\n\s{0,40}"
    r"(?:(?:1|\d{1,2}(?:\.\d{1,2}){1,2})\\?\.?\s{1,9})?[“\"]?[^\W\d_a-zß-ÿ][\w’']*\s[^\n]{15}"
    r"|[ \t\xa0]{0,20}[“\"]?[^\W\d_a-zß-ÿ][\w’']*\s[^\n]{120}|[ \t]{3,12}1\.\s{1,3}[^\W\d_a-zß-ÿ]"
    r"|(?<=[ ]{2}\n)[“\"]?[^\W\d_a-zß-ÿ][\w’']*\s[^\n]{15,119}\.[ \t]{0,9}(?:\n|\Z))"
)
"""Matches the beginning of a paragraph behind a blank line ("1." can stand in front), of a long line, of a list, or of
a line that is a sentence behind a hard break."""
CAPTION_LENGTH = 100
"""Characters of the longest line that can be a caption without text."""
SHOWN = 130
"""Characters of a caption that are kept, up to the end of a word."""
MIN_LABELLED = 3
"""Characters that a bold heading behind a label has more than: "**6.2. The** keeper" has none."""
SEVERAL = 70
"""Characters of the longest caption of several parts in bold type; what is longer is a sentence."""
BRIEF = 60
"""Characters up to which a line is the heading of its number, however it is capitalised."""
FEW_WORDS = 5
"""Words up to which the beginning of a numbered clause is its heading, however they are capitalised."""
SMALL = re.compile(r"[a-zß-ÿ]{2}")
"""Matches in a line that is not in capitals; "3(d)" may be in one that is."""
SENTENCE_WORDS = 10
"""Words of the shortest line in bold type that is a sentence because a full stop ends it."""
CLAUSE_WORDS = 4
"""Words of the shortest part of a sentence with a comma."""
LONGEST_HEADING = 150
"""Characters; a longer line is a paragraph, however it is marked."""
LONG_LINE = 120
"""Characters from which a line is text, and is searched for labels."""
# "No lamp is lit by day. The keeper", not "Lamps that are lit by day." nor "Light is Sole Remedy."
SAYS = re.compile(
    r"(?!\W*(?:[Hh]ow|[Ww]h\w+|If)\b)(?:(?!\b(?:that|which|who|where|if|when)\b)[^\n]){1,90}?"
    r"\s(?:shall|will|must|is|are|was|were|has|have|had|agrees?)\s[a-z]"
)
"""Matches the verb of a sentence, which the beginning of a clause is that has no heading."""
LEADS = re.compile(r"(?:For|In|As|If|When|Upon|Under|By|To|At|On|With|Subject|During|The|Each|Any|Such|This)\b")
"""Matches what leads to a list, or to definitions: "For purposes of this contract:"."""
ENDING = frozenset({"etc", "no"})
"""Abbreviations that may end a heading."""
DASHES = "–—-"
ONLY_LABEL = re.compile(r"[\s\\.*]*(?:\d+|[IVX]+)[\s\\.*]*")
"""Matches what is no caption, but another label: "2. II. Use of the Log"."""
LABEL_FRONT = re.compile(r"^\W*(?:[a-zA-Z]{1,4}|[\d.]{1,9})[ ]?[.)]+\s+")
# "The keeper shall deliver to", "IN THE EVENT THAT", "the lamp, the oil,": the sentence goes on behind these
BREAKS_OFF = re.compile(
    r"(?:[,&(]|\b(?:a|an|the|of|and|or|nor|to|in|for|by|with|at|from|as|if|that|which|under|its|their|this|such|any|upon|into"
    r"|THE|OF|AND|OR|TO|IN|FOR|BY|WITH|AT|FROM|AS|IF|THAT|WHICH|UNDER|ITS|THIS|SUCH|ANY|UPON|The|By|Neither))[.:–—\s-]*\Z"
)
NUMBER_WORD = re.compile(r"[^\W\d_][ (]{1,3}(?:No|NO|Nos|NOS)\.\Z")
"""Matches the end of what goes on with a number: "the lamps of List No."."""
BOLD_MARK = "**"
ALL_BOLD = re.compile(r"[^\W\d_a-zß-ÿ][^*\n]+[^*\W]\*\*")
"""Matches a line in bold type behind its label and the first mark."""
ALPHANUMERIC = re.compile(r"[^\W_]")
WORDS = re.compile(
    r"(?<!\w-)\b(?!(?:with|from|upon|into|over|under|between|against|after|before|their|other|than)\b)[^\W\d_]{4,}"
)
"""Matches the longer words of a title, which are written with a capital letter."""
BRACKET = re.compile(r"[()]")
ITEM = re.compile(r"(?<=\s)\((?:[A-Za-z]|[ivx]{2,4})\)")
"""Matches the label of an item in a sentence: "any (A) lamp", not "Section 4(a)"."""
NOT = re.compile(r"\s(?:not|never)\b")
CAPITALISED = 0.6
"""Share of the longer words of a caption that begin with a capital letter."""


def caption_at(text: str, at: int, end: int, *, marked: bool, bold: bool, labelled: bool) -> tuple[str, int]:
    """Return the caption that begins at ``at`` and where it ends; ("", at) where there is none.

    Args:
        text: the stored text.
        at: offset behind the label.
        end: offset behind the line.
        marked: whether the line is marked as a heading.
        bold: whether it begins in bold type.
        labelled: whether a label stands in front.
    """
    if marked:
        return plain(text[at:end]).rstrip(". "), end
    if bold:
        close = _bold_end(text, at, end)
        inside = plain(text[at:close], LONGEST_HEADING).rstrip(".: ")
        rest = text[close:end].strip(" *_.:")
        if not rest or BOLD_AGAIN.fullmatch(text, close, end):
            inside = plain(text[at:end]).rstrip(".: ") if rest else inside
            if rest and len(inside) > SEVERAL:
                return "", at
            said = _is_sentence(text[at:end], inside) or (not labelled and _says(text[at:end], inside))
            return (inside, end) if end - at <= LONGEST_HEADING and not said else ("", at)
        if not labelled and text[close:end].lstrip("* _")[:1] in (",", ";"):
            return "", at  # "**When you light it**, we read the log"
        least = MIN_LABELLED if labelled else 1
        return (inside, close) if least < len(inside) <= CAPTION_LENGTH and inside[-1] not in ",;" else ("", at)
    item = BEFORE_ITEM.match(text, at, end) if labelled else None
    if item and is_title(item[0]) and not BREAKS_OFF.search(item[0]):
        return plain(item[0]), item.end()
    capitals = CAPITALS_OVER.match(text, at, end) if labelled else None
    if capitals:
        return plain(capitals[0]), capitals.end()
    run_in = (RUN_IN if labelled else RUN_IN_BARE).match(text, at, end)
    if run_in and BREAKS_OFF.search(run_in[0]) and not LABEL_BEHIND.search(run_in[0]):
        run_in = None
    if run_in and not (run_in[0][-1] in DASHES and _is_whole(text, at, end)) and _heads(text, run_in, end, labelled):
        if label := LABEL_BEHIND.search(run_in[0]):  # "TERMINATION   a. The keeper": the label opens an item
            return plain(run_in[0][: label.start()]), at + label.start()
        number = NUMBER_BEHIND.search(run_in[0]) if labelled else None
        if number and SPACED_REST.match(text, run_in.end()):
            return plain(run_in[0][: number.start()]), at + number.start()
        for pattern in (SENTENCE_BEHIND, TITLE_BEHIND) if labelled else ():
            if behind := pattern.search(run_in[0]):
                return plain(run_in[0][: behind.start()]), at + behind.start()
        return plain(run_in[0]).rstrip(".:–—- "), run_in.end()
    whole = text[at:end] if labelled and end - at <= CAPTION_LENGTH and not SUB_LABEL.search(text, at, end) else ""
    if (
        whole
        and not ((whole[-1] == "." and SAYS.match(whole)) or BREAKS_OFF.search(whole))
        and (whole[-1] not in ";,:" or (whole[-1] == ":" and (whole.isupper() or _stands_over(text, whole, end))))
        and (
            is_title(whole)
            or (
                len(plain(whole)) <= BRIEF
                and not whole[0].islower()
                and (_stands_apart(text, whole, end) or (text[at - 2 : at] == BOLD_MARK and ALL_BOLD.fullmatch(whole)))
            )
        )
    ):
        return plain(NOTE_BEHIND.sub(r"\g<word>", PAGE_BEHIND.sub("", whole))).rstrip(".:"), end
    long = LONG_RUN_IN.match(text, at, end) if labelled else None
    if long and not (SAYS_LOUD.search(long[0]) or SMALL_WORD.search(long[0])):
        return plain(long[0]).rstrip("."), long.end()
    for pattern in (RUN_IN_WIDE, RUN_INTO) if labelled else ():
        heading = pattern.match(text, at, end)
        if heading and is_title(heading[0]) and not BREAKS_OFF.search(heading[0]):
            return plain(heading[0]), heading.end()
    return "", end if at >= end else at


def _is_sentence(line: str, inside: str) -> bool:
    """Return whether a bold line is a sentence in bold type, or a part of one, and no heading."""
    if inside.endswith((",", ";", "，", "；", "。")) or "。" in inside:
        return True
    return len(inside) > BRIEF and line.rstrip("*_ ").endswith(".") and not is_title(inside)


def _says(line: str, inside: str) -> bool:
    """Return whether a bold line is a whole sentence, of many words, or in two parts.

    "If it is dark at noon, you may light it.", "PLEASE READ ALL THAT IS SAID OF LAMPS IN CLAUSE 3."
    """
    if inside.isupper() and len(inside.split()) >= SENTENCE_WORDS and AGREES_LOUD.search(inside):
        return True
    if not line.rstrip("*_ ").endswith(".") or (is_title(inside) and SMALL.search(inside)):
        return False
    before, _, after = inside.partition(", ")
    parts = min(len(before.split()), len(after.split())) >= CLAUSE_WORDS and after[:1].islower()
    return parts or len(inside.split()) >= SENTENCE_WORDS


def _is_whole(text: str, at: int, end: int) -> bool:
    """Return whether a line with a dash is a heading as a whole: "4. Your oil - what we do with it"."""
    whole = text[at:end].rstrip("*_ ")
    return end - at <= CAPTION_LENGTH and whole[-1:].isalnum() and not SUB_LABEL.search(text, at, end)


def _stands_over(text: str, line: str, end: int) -> bool:
    """Return whether a title, or a few words, with a colon stand over a paragraph, and lead to no list: "7. Oil:"."""
    few = len(line.split()) <= FEW_WORDS and not (SAYS.match(line) or LEADS.match(line))
    return (few or is_title(line)) and PARAGRAPH_BEHIND.match(text, end) is not None


def _stands_apart(text: str, line: str, end: int) -> bool:
    """Return whether a line is complete: a stop ends it, or a blank line with a paragraph behind it."""
    last = line.rstrip("*_ ")[-1:]
    if line.count("(") > line.count(")"):
        return False
    return line[-1] in ".?" or bool((last.isalnum() or last in "):") and PARAGRAPH_BEHIND.match(text, end))


def _heads(text: str, run_in: re.Match[str], end: int, labelled: bool) -> bool:
    """Return whether a heading stands in front of text on the same line: "Term. This Agreement …"."""
    rest = text[run_in.end() : min(end, run_in.end() + 40)]
    word = run_in[0].rpartition(" ")[2].rstrip(".")
    word = word if labelled else word.lower()  # "EXHIBIT A CHARTER OF LANTERN INC." is a heading
    if run_in[0][-1] == "." and (word in ABBREVIATIONS - ENDING or NUMBER_WORD.search(run_in[0])):
        return False  # "2. The lamp bzw. the oil", "2. The lamps of List No. 3"
    if labelled:
        return (
            bool(rest.strip())
            and not SAYS.match(run_in[0])
            and not ONLY_LABEL.fullmatch(run_in[0])
            and (is_title(run_in[0]) or len(run_in[0].split()) <= FEW_WORDS)
        )
    term = run_in[0].rstrip(".:")
    defined = rest.lstrip().startswith((f"“{term}”", f'"{term}"'))  # "Lamp. “Lamp” means a light."
    long = end - run_in.end() > LONG_LINE // 2 or defined
    return long and is_title(run_in[0]) and (defined or 2 * sum(map(str.isalpha, rest)) > len(rest))


def _bold_end(text: str, at: int, end: int) -> int:
    """Return the offset at which bold type ends."""
    close = text.find("**", at, end)
    if close < 0:
        close = text.find("__", at, end)
    return end if close < 0 else close


def is_title(line: str) -> bool:
    """Return whether a line looks like a title: a capital at its start and on most longer words."""
    line = LABEL_FRONT.sub("", line)
    match = ALPHANUMERIC.search(line)
    if match is None or not (match[0].isupper() or match[0].isdigit() or not match[0].isascii()):
        return False
    words = WORDS.findall(line)
    return len([word for word in words if not word[0].islower()]) >= CAPITALISED * len(words)


def begins_part(text: str, start: int, end: int) -> int:
    """Return where the capitals begin with which a range ends inside a line; its end where it ends otherwise.

    Args:
        text: the stored text.
        start: offset of the first character of the range.
        end: offset behind its last character.
    """
    part = PART.search(text, max(start, end - CAPTION_LENGTH), end)
    return part.start("part") if part else end


def plain(line: str, length: int = SHOWN) -> str:
    """Return a caption without marks and link targets, on one line, of at most ``length`` characters."""
    line = line[: 6 * length]
    words = " ".join(BLANK.sub(" ", MARKS.sub("", LINK.sub(r"\1", line) if "](" in line else line)).split())
    words = words.replace(" ", "") if LETTER_BY_LETTER.fullmatch(words) else words
    space = words.rfind(" ", length // 2, length + 1) if len(words) > length else 0
    bare = words[: space if space > 0 else length].strip(" |")
    return bare if bare[:1].isalnum() or ALPHANUMERIC.search(bare) or "(" in bare else ""


def shortened(words: str, length: int) -> str:
    """Return the words that fit into ``length`` characters, and "not" behind them; a longer word is cut.

    They end in no bracket: one that ends soon is whole, of a longer one nothing is left.
    """
    if len(words) <= length:
        return words
    space = words.rfind(" ", length // 2, length)  # Chinese has none
    end = space if space > 0 else length
    opens, closes = max(bracket_at(words, end), bracket_at(words, length))
    front = words[: max(0, opens)].rstrip(" ,")
    if front and (closes > 0 or len(front) > length // 4):  # nothing may close it
        whole = 0 < closes <= length + length // 2 and not ITEM.match(words, opens)
        return words[:closes] if whole else front
    denied = NOT.match(words, end)
    return words[: denied.end() if denied else end]


def first_words(words: str, length: int) -> str:
    """Return the words that fit into ``length`` characters, with "…" where a bracket behind them does not."""
    fitting = shortened(words, length)
    return f"{fitting} …" if len(fitting) <= bracket_at(words, length)[0] else fitting


def bracket_at(words: str, at: int) -> Range:
    """Return the range of the outermost bracket that holds an offset; (-1, -1) without one, (…, 0) without its end."""
    opened: list[int] = []
    for match in BRACKET.finditer(words):
        if match[0] == "(":
            if match.start() >= at and not opened:
                break
            opened.append(match.start())
        elif opened:
            opens = opened.pop()
            if match.start() >= at and not opened:
                return opens, match.end()
    return (opened[0], 0) if opened and opened[0] < at else (-1, -1)


def is_cut(caption: str, heading: str) -> bool:
    """Return whether a heading goes on with other words behind its caption."""
    return any(map(str.isalnum, plain(heading, 3 * SHOWN).partition(caption[-SHOWN // 4 :])[2]))


def abridged(words: str, length: int) -> str:
    """Return the words that fit into ``length`` characters, with "…" where others follow."""
    fitting = shortened(words, length)
    return fitting if fitting == words else f"{fitting} …"
