"""Define the grammar of statute text: the lines that open a chapter, a § or an appendix, and the headings.

Every rule comes from real documents. The comment above a pattern quotes a line that it matches,
or a line that it must not match. Rules that need more than one paragraph are in ``context``.
"""

import re
from collections.abc import Sequence

from piperoll.corpora.se_law import temporal
from piperoll.corpora.se_law.blocks import TRANSLATED, Block, Kind
from piperoll.corpora.se_law.numbers import INSERTED, is_next, label

NUMBER = r"\d{1,4}(?:\s?[a-zåäö]{1,2})?"

# "3 § Arbetslokal skall …", "2 a § /Träder i kraft I:2026-06-05/", "9 §. Medel …", "5 § 1 mom. Beträffande …",
# "4 § Har upphävts", "6 § har uphävts genom lag (2014:407)."
# Not: "4 § 3 om verksamhetsplan," (a list of references), "5 § andra stycket …" (a wrapped sentence)
SECTION = re.compile(
    rf"""(?P<number>{NUMBER})\s*§(?:\s§)?[.*]?
        (?=\s*\n\s*[A-ZÅÄÖ/"”(]|\s*$|(?:[ \xa0\u2002-\u200a\u202f]{{0,6}}|[ ]?\t)(?:
            ["”»(\-–]?[A-ZÅÄÖ] | /+\s?[A-ZÅÄÖa-z] | \d\s?(?:mom\b|:o)
            | ha[rv]\s+(?:up|beteck) | är\s+up | up+häv | utg[åa]
        ))""",
    re.VERBOSE,
)
# "6 § check må lyda …" (1932:131), "2 § 16 kap. ärvdabalken …" (1930:105): a § only where its number is the next one.
# Not: "5 § om delegering," "8 § i lagen under 1 …", "16 § första och andra styckena samt …"
LOOSE_SECTION = re.compile(
    rf"(?P<number>{NUMBER})\s*§(?!\s*§)(?=\s+(?!om\b|i\b|och\b|eller\b|samt\b|av\b|första|andra|tredje|fjärde|femte|sista|punkt)[\wåäö])"
)
# "§ 1. Successionsrätt till Sveriges tron …" (1810:926): the form of some old statutes, never mixed with the other
OLD_SECTION = re.compile(r"§\s?(?P<number>\d{1,3})\b[.:]?(?=\s|\Z)")
# "5 § 2 mom. Avdrag …": a § printed moment by moment
MOMENT = re.compile(rf"(?:#+\s*)?{NUMBER}\s*§\s*\d+\s?[a-z]?\s?mom\b|\d+\s?[a-z]?\s?mom\b", re.IGNORECASE)

WORDS = [
    "första",
    "andra",
    "tredje",
    "fjärde",
    "femte",
    "sjätte",
    "sjunde",
    "åttonde",
    "nionde",
    "tionde",
    "elfte",
    "tolfte",
    "trettonde",
    "fjortonde",
    "femtonde",
    "sextonde",
    "sjuttonde",
    "artonde",
    "nittonde",
    "tjugonde",
]
WORD = "|".join(WORDS)

# "2 kap. Arbetsmiljöns beskaffenhet", "2 a kap. Om …", "1 KAP. INLEDANDE BESTÄMMELSER", "1 A kap. Övriga …",
# "1 kap. har upphävts genom lag (1990:1).", "Femte kapitlet" (1891:35 s.1), "5. kap. Ansökan …" (2021:713)
# Not: "13 kap. 2 och 3 §§," (a list of references), "3 kap. ska tillämpas …" (a sentence)
CHAPTER = re.compile(
    rf"""(?:(?P<number>\d{{1,3}}(?:\s?[A-Za-zåäö])?)\.?\s*(?:[Kk]ap|KAP)(?:\.|itlet\b)?:?|(?P<word>{WORD}|{WORD.title()})\s+kapitlet\b\.?)
        (?=\s*$|[ \t\xa0]*\n?\s*(?:["”(\-–]?\s?[A-ZÅÄÖ/] | ha[rv]\s+up | är\s+up | up+häv ))""",
    re.VERBOSE,
)
# "2 kap. har upphävts genom förordning (1986:301).", "7 kap. Ny beteckning 6 kap. genom förordning (2010:1751)."
REPEALED = re.compile(
    r"(?:kapitlet\s+)?(?:ha[rv]\s+up+hävts|har\s+upphört|är\s+upphäv|upphäv[dt]|ny beteckning)\b", re.IGNORECASE
)

# "FÖRSTA AVDELNINGEN", "AVDELNING III. SLUTBESTÄMMELSER", "Avd. 1. Bestämmelser om …", "Avdelning C Förmåner"
DIVISION = re.compile(
    rf"""(?: (?P<word>{WORD})\s+avd(?:elning(?:en)?|\.)
          | avd(?:elning|\.)\s*(?P<number>[IVX]{{1,6}}|\d{{1,2}}|[A-H])\b )
          [.:]?[ \t]*(?P<title>[^\n]*(?:\n(?!\n)[^\n]*)*)""",
    re.VERBOSE | re.IGNORECASE,
)

# "Övergångsbestämmelser", "Ikraftträdande- och övergångsbestämmelser", "Ikraft- och övergångsbestämmelser";
# "Övergångsbestämmeler", "Övergångbestämmelser", "Övergångsbestämnmelser"; not "Övergångsbestämmelserna"
TRANSITIONS = re.compile(
    r"(?:Ikraft(?:trädande)?-? ?(?:bestämmelser )?och )?övergångs?bestäm\w{4,7}\.?:?", re.IGNORECASE
)
# "Bilaga", "Bilaga 2. Behörigheter", "BILAGA 1 A", "Bilaga till förordningen …", "Bilagor"; not "Bilagan ska …"
APPENDIX = re.compile(
    r"bilag(?:a|or)\b[ \t\xa0]*(?P<number>\d{1,3}(?:[ \t]?[a-zA-Z])?\b|[A-Z]\b|[IVX]+\b)?"
    r"[.:]?[ \t\xa0]*(?P<title>[^\n]*)",
    re.IGNORECASE,
)
# "Artikel 21", "ARTIKEL IV", "Article 3 Definitions", "Art. 5", "Article V bis" (1998:358), "Article 1er" (2004:491),
FIRST_ARTICLE = "premier"
# "Artikel 12a14" with the number of a note; not "Artikel 19 påverkar inte frågan …", nor
# "Artikel 13 i 1971 års fondkonvention ändras enligt följande." (2005:253); "Article premier" (2018:1197)
ARTICLE = re.compile(
    rf"(?:artikel|article|art\.)[ \t]+(?P<number>(?:\d{{1,3}}(?:er(?=\s?bis\b))?|[IVXL]{{1,7}}\b|{FIRST_ARTICLE}\b)"
    rf"(?:[ \t]?{INSERTED}\b|(?<=\d)[ \t]?[a-z](?=\d{{1,2}}\s*$|\b))?)(?:er\b|(?<=[a-z])\d{{1,2}})?[.:]?"
    r"(?=[ \t]*(?:$|\n|[–\-]?[ \t]*(?-i:[A-ZÅÄÖ(])))",
    re.IGNORECASE,
)

# "1994:579", "SFS 2010:856" alone on its line: the amending act whose transition provisions follow
# and "1984:510 - Denna lag …", "2008:297 1. Denna lag …" (canonical JSON of 1982:80 and 1977:1160)
ENTRY = re.compile(
    r"(?:SFS )?(\d{4}:\d{1,4})(?:[.:]?(?:[ \t]+/.*/)?[ \t]*(?=\n|$)|(?= (?:[-–] )?(?:\d{1,2}\.|De(?:nna|ssa|tta)) ))"
)
# the end of a provision: "Lag (1994:579).", "Förordning (2008:1154)", "Lag(1982:675)"
AMENDED_BY = re.compile(
    r"(?:lag|förordning|kungörelse|instruktion|reglemente|balk|ordning)\s?\((?:SFS )?(\d{4}:\d+)\)\.?\s*\Z",
    re.IGNORECASE,
)
# "… tillhör ingen klass. (AFS 2024:4)": the regulation that last amended a provision, in brackets of its own
AMENDED_BY_REGULATION = re.compile(
    r"(?:[.:;]\s|\n)\s*\((?P<series>[A-ZÅÄÖ][A-ZÅÄÖ-]{1,10}(?: FS)?)[ \xa0](?P<number>\d{4}:\d{1,4})\)\.?\s*\Z"
)
# "13-41 §§ har upphävts genom lag (1976:612)." (1949:381), "5 och 6 §§ upphävda genom lag (1968:758)." (1920:405): a
# notice that stands in place of several §§
GONE = re.compile(
    rf"(?P<number>{NUMBER})\s*(?:-{{1,2}}|–|,|och)\s*(?:{NUMBER}\s*(?:,|och)\s*)*(?P<last>{NUMBER})\s*§§"
    r"(?=\s+(?:[Hh]a[rv]\s+)?[Uu]p+h\w+[^\n]{0,80}(?:\n[^\n]{1,60})?\s*\Z)"
)
# "30 a har upphört att gälla genom lag (1983:958)." (1968:576), "6 Har upphävts genom lag (2019:236)." (1931:429): a
# notice that lost the sign; of a § only where its number is the next one
UNSIGNED = re.compile(rf"(?P<number>{NUMBER})\s+(?=[Hh]a[rv]\s+up+h[^\n]{{0,80}}(?:\n[^\n]{{1,60}})?\s*\Z)")
LONGEST_ACT_WORD = 12
"""Characters of the longest word in AMENDED_BY, with the space behind it."""
CLOSING = 120
"""Characters at the end of a provision; they name the act that last amended it."""
ITEM = re.compile(r"(?:\d{1,3}[.):]|[a-zåäö][).]|[-–—•*])\s")
TABLE_ROW = re.compile(r"\S(?: {3}| {0,2}\t)[ \t]*\S")
# "11.1 \tFörvaltningsärenden", "G\tÖvrigt": what is in front of a heading is no cell; "17.03\tMelass" is a row
POINT = re.compile(r"(?:[1-9]\d?(?:\.[1-9])+\.?|[A-H])[ \t]+(?=[A-ZÅÄÖ])")
HASHES = re.compile(r"#{1,6}(?=\s)")
# "/k/ 7 §", "/n1/ 4 §": type-setting marks that the register leaves in the text
TYPESETTING = r"/-?[kn]\d*/"
# "… av arbetsordningen. */k/ Förordning (1988:320). */-k/" (1978:633)
SET = re.compile(rf"\*|{TYPESETTING}")
# "/Träder i kraft I:2024-04-22/" alone on its line
# Not: "/Tabellen är inte med här/", which is what is left of a provision (2011:1134)
MARKER_LINE = re.compile(r"[ \t]*/[^/\n]*:[^/\n]*/[ \t]*(?:\n|\Z)")
LEADING_MARKS = re.compile(rf"(?:{TYPESETTING}\s*|/[^/\n]*:[^/\n]*/[ \t]*(?:\n\s*|\Z))+")

# the last word of a line that goes on: "… vid övertagande enligt", "12 §. Om en sådan …" (2005:551)
GOES_ON = re.compile(r"\b(?:enligt|i|av|och|eller|till|för|om|samt|än|med|på|från|som|vid|mot|§§?|kap\.)$")
ABBREVIATED = re.compile(r"(?:m\. ?m|m\. ?fl|etc|dyl)\.$")
# "Om egendomen inte hämtas ut … tillämpas lagen (1974:1066) … m.m." is a sentence (2014:1437), so is
# "Bestämmelser om … finns i lagen (2002:160) om läkemedel m.m." (2015:315); "När avgift ska tas ut m.m." is none
SENTENCE = re.compile(
    r"(?!När|Hur|Va[dr]|Vem|Vilk)(?:.*\s)?(?:ska|skall|får|gäller|til+ämpas|finns|lämnas|beslutar|meddelar)\b",
    re.DOTALL,
)

# "Andra sakkunniga har rätt … Lag (2011:189). Jäv": a provision and a heading in one (2010:800)
TWO_SENTENCES = re.compile(r"(?:[a-zåäö]{4}|\))\.\s+[A-ZÅÄÖ(]")

# what follows the title of a regulation: "Utkom från trycket den 6 maj 2014", "beslutade den …", "Med stöd av 15 §
# förordningen …", "Boverket föreskriver1 följande", "Konsoliderad med ändringsföreskrifter …"
TITLE_END = re.compile(
    r"[;,.]?\s+(?=Utkom från trycket\b|[Bb]eslutad[et]?\s+den\b|Med stöd av\b|Konsoliderad med\b"
    r"|[A-ZÅÄÖ][\wåäö]+(?:\s[a-zåäö]+){0,6}\sföreskriver)"
)

# "Förteckning över krigsmateriel", "Convention between …", not "Västra Götalands län": words that a title has within it
RELATES = re.compile(
    r"\S\s(?:som|över|för|om|mellan|till|enligt|rörande|angående|beträffande|between|on|for|concerning|relating|concernant)\s\S",
    re.IGNORECASE,
)
# "Kommuner som avses i 3 § andra stycket:", not "De kategorier som avses i 7 kap. 2 § är följande."
AVSES = re.compile(r"[A-ZÅÄÖ][^.:,;]{2,80}\ssom avses i \d(?:(?!\b(?:är|ska|skall|får|gäller)\b)[^:;]){1,80}[:.]?")

HEADING_LIMIT = 200
"""Characters. A longer paragraph is a sentence, not a subject heading (the longest real one has 190)."""
UNMARKED = 90
"""Characters of the longest heading that is known by its words only."""
TITLE_LIMIT = 2 * HEADING_LIMIT
"""Characters of a chapter heading with its wrapped lines; the longest real one has 186."""


def amending_act(text: str) -> str:
    """Return the number of the act that a provision names at its end; "" if it names none."""
    tail = text[-CLOSING:].rstrip()
    if not tail.endswith((")", ").")):
        return ""
    match = AMENDED_BY.search(tail, max(0, tail.rfind("(") - LONGEST_ACT_WORD))
    return match[1] if match else ""


def amending_regulation(text: str, key: str) -> str:
    """Return the key of the regulation, of the series of ``key``, that a provision names at its end; "" without one."""
    match = AMENDED_BY_REGULATION.search(text, max(0, len(text) - CLOSING))
    return f"{match['series']} {match['number']}" if match and key.startswith(f"{match['series']} ") else ""


def notice(text: str, section: str) -> tuple[str, str] | None:
    """Return the first and the last § that a notice without the usual label stands in place of; None if it is none.

    ``section`` is the § before it.
    """
    if gone := GONE.match(text):
        return label(gone["number"]), label(gone["last"])
    if (one := UNSIGNED.match(text)) and is_next(section, label(one["number"])):
        return label(one["number"]), label(one["number"])
    return None


def is_table_row(text: str) -> bool:
    """Return whether the text has columns, made with tabs or runs of spaces."""
    if "\t" not in text and "   " not in text:
        return False
    point = POINT.match(text)
    return TABLE_ROW.search(text, point.end() if point else 0) is not None


def is_heading(text: str) -> bool:
    """Return whether this paragraph of plain text can be a subject heading.

    A heading starts with a capital and has no closing punctuation. It is no list item, no table
    row and not the reference to an act that ends a provision.
    """
    body = MARKER_LINE.sub("", text).strip() if text.startswith("/") else text
    body = " ".join(SET.sub(" ", body).split()) if "*" in body else body
    if not body:
        return True  # "/Kapitlet träder i kraft I:2026-01-01/" alone announces what follows
    if len(body) > HEADING_LIMIT or not (body[0].isupper() or body[0] in '"”»(' or body[0].isdigit()):
        return False
    if body[-1] in ".;:,-–" and (not ABBREVIATED.search(body) or SENTENCE.match(body)):
        return False
    if body[0].isdigit() and (SECTION.match(body) or ENTRY.match(body)):
        return False
    return not (ITEM.match(body) or is_table_row(body) or amending_act(body) or TWO_SENTENCES.search(body))


def is_closed(text: str) -> bool:
    """Return whether ``text`` ends like a sentence, and not with a reference or an abbreviation.

    "… enligt 4 kap." goes on.
    """
    end = text.rstrip()
    return end[-1:] in (".", ":", ")", "/") and not end.endswith("kap.") and not ABBREVIATED.search(end[-6:])


def chapter_number(match: re.Match[str]) -> str:
    """Return the chapter label in a match of :data:`CHAPTER`."""
    return label(match["number"]) if match["number"] else str(WORDS.index(match["word"].lower()) + 1)


# the first letters of the headings that `structural_heading` reads
STRUCTURAL = re.compile(rf"bilag|art|avd|ikraft|övergång|(?:{WORD})\s+avd", re.IGNORECASE)


def structural_heading(start: int, end: int, body: str, level: int) -> Block | None:
    """Return the block of a heading that opens a division, transition provisions, an appendix or an article.

    Args:
        start: where the heading begins in the stored text.
        end: where it ends.
        body: the heading without markdown signs and type-setting marks.
        level: the level of the heading in the source; 0 in plain text.

    Returns:
        The block, or None if the text is no such heading.
    """
    if not STRUCTURAL.match(body):
        return None
    one_line = " ".join(body[: HEADING_LIMIT + 1].split())
    if TRANSITIONS.fullmatch(one_line):
        return Block(Kind.TRANSITIONS, start, end, level=level)
    if len(body) > HEADING_LIMIT:
        return None
    if (match := APPENDIX.match(body)) and _is_caption(match["title"]):
        rest = whole_title(match["title"].strip(), body[match.end() :].split("\n")[1:])
        named = "" if rest.startswith("till ") or REPEALED.match(rest) else caption(rest)
        return Block(Kind.APPENDIX, start, end, label(match["number"] or ""), named, level=level)
    if match := ARTICLE.match(body):
        rest = caption(body[match.end() :])
        number = "1" if match["number"].lower() == FIRST_ARTICLE else label(match["number"])
        return Block(Kind.ARTICLE, start, end, number, rest if rest and is_heading(rest) else "", level=level)
    if (match := DIVISION.match(body)) and one_line[-1] not in ".,;":
        number = match["number"] or str(WORDS.index(match["word"].lower()) + 1)
        return Block(Kind.DIVISION, start, end, number, caption(match["title"]), level=level)
    return None


def whole_title(title: str, below: Sequence[str]) -> str:
    """Return the title of an appendix, which may stand on the lines below the number, and be wrapped.

    Examples: "Bilaga 2 – Förteckning över … och andra", "särskilda tjänster" (2016:1145); "Bilaga 4", "PRODUKTER SOM …
    ENLIGT", "5a§", above a table (SJVFS 2014:15).
    """
    for line in map(str.strip, below):
        begins = not title and is_heading(line) and line[0] not in "/(" and not APPENDIX.match(line)
        if not line or not (begins or (title and _is_wrapped(title, line))):
            break
        title = f"{title} {line}".strip()
    return title


def title_of(text: str, ahead: Sequence[Block]) -> str:
    """Return the title that the first paragraph of an appendix is; "" if it is a sentence, a row or a name in a list.

    Example: "Förteckning över substanser vilka kräver intyg enligt 5 a §", also over names that look like headings.
    """
    ahead = ahead[1:] if ahead and text.startswith(TRANSLATED, ahead[0].start) else ahead
    if len(ahead) < 2 or ahead[0].kind not in (Kind.HEADING, Kind.TEXT):
        return ""
    paragraph = text[ahead[0].start : ahead[0].end]
    words = " ".join(paragraph.split())
    if AVSES.fullmatch(words):
        return words.rstrip(":. ")
    title = (
        words[0].isupper()
        and len(words) <= TITLE_LIMIT
        and (words[-1] not in ".;:,-–/" or ABBREVIATED.search(words))
        and not (ITEM.match(words) or is_table_row(paragraph) or APPENDIX.match(words) or SENTENCE.match(words))
        and not (GOES_ON.search(words) and words[-1] != "§")
    )
    return words if title and RELATES.search(words) else ""


def _is_wrapped(title: str, line: str) -> bool:
    """Return whether a line goes on with a title: in small letters, in capitals as that, or behind "… ENLIGT"."""
    capitals = title[:2].isupper() and line[:2].isupper()
    return line[0].islower() or capitals or (title[-1] != "§" and GOES_ON.search(title.lower()) is not None)


def _is_caption(rest: str) -> bool:
    """Return whether the text after "Bilaga 2" on its line is a caption, not the rest of a sentence."""
    rest = rest.strip()
    return not rest or (
        (rest[0].isupper() or rest[0] in '"”(/–-' or rest.startswith(("till ", "om "))) and rest[-1] not in ",;"
    )


def caption(raw: str) -> str:
    """Return a caption on one line, without temporal markers and type-setting marks."""
    return " ".join(temporal.MARKER.sub(" ", raw).split()).strip("*# ").lstrip(".–- ")


# "2 b §", "1 kap. 10 §", and a § after text that the converter joined: "/2006 av den 18 december … 2000/ 2 b §"
MARKED_SECTION = re.compile(rf"(?<![\d:,–-])(?P<number>{NUMBER})\s*§\s*\Z")
# "### 2 § har upphävts genom lag (2019:4)."
MARKED_NOTICE = re.compile(rf"(?P<number>{NUMBER})\s*§\s+(?:ha[rv]|är|up+häv\w*|utgår)\s[^\n]{{0,80}}\Z")
# "#### 1–3 §§", above the notice that they are gone
SEVERAL = re.compile(rf"(?:#+\s*)?(?P<number>{NUMBER})\s*(?:-{{1,2}}|–|,|och)\s*{NUMBER}\s*§§\s*\Z")
# "## 8 kap. 12 § första stycket om jäv," is a line of a list (1982:713), and so is whatever goes on: "## Lagrådet,"
LIST_LINE = re.compile(r"\d{1,3}\s?[a-z]?\s(?:kap\.\s\d|§).*\.$|.*(?:[,;](?:\s(?:och|eller|samt))?|\satt)$", re.DOTALL)
OF_CHAPTER = re.compile(r"(\d{1,3}\s?[a-z]?)\s*kap\.?\s*$")


def heading_block(start: int, end: int, level: int, body: str, chapter: str = "0") -> Block:
    """Return the block for a heading that the source marks as a heading.

    Args:
        start: where the heading begins in the stored text.
        end: where it ends.
        level: its level in the source, from 1.
        body: its text, without markdown signs and type-setting marks.
        chapter: the number of the chapter around it. "7 kap. 1 a §" in chapter 16 is an entry of a list of
            references (1980:100), in chapter 7 it is a §.

    Returns:
        A block of the kind that the words of the heading show.
    """
    if gone := MARKED_NOTICE.match(body) or SEVERAL.match(body):
        return Block(Kind.SECTION, start, end, label(gone["number"]), level=level)
    # a heading that merely ends in a reference starts with a capital: "Undantag från 3 §"
    if not body[:1].isupper() and (match := MARKED_SECTION.search(body)):
        named_chapter = OF_CHAPTER.search(body[max(0, match.start() - 20) : match.start()])
        kind = Kind.TEXT if named_chapter and label(named_chapter[1]) != chapter else Kind.SECTION
        return Block(kind, start, end, label(match["number"]), level=level)
    if (match := CHAPTER.match(body)) and len(body) <= TITLE_LIMIT:
        return Block(Kind.CHAPTER, start, end, chapter_number(match), caption(body[match.end() :]), level=level)
    # "Talan mot riksbankens beslut må icke föras. Kungörelse (1960:241)" ends a § (1945:494)
    if LIST_LINE.match(body) or (TWO_SENTENCES.search(body) and amending_act(body)):
        return Block(Kind.TEXT, start, end, level=level)
    return structural_heading(start, end, body, level) or Block(Kind.HEADING, start, end, level=level)


def heading_text(text: str, block: Block) -> str:
    """Return the words of a heading on one line, without temporal markers and type-setting marks."""
    words = temporal.MARKER.sub(" ", text[block.start : block.end])
    return " ".join((SET.sub(" ", words) if "*/" in words else words).split())
