"""Read labels of clauses: "ARTICLE IV", "Section 3.2(a)", "§ 1", "1.1", "(a)", "ii."."""

import re
from dataclasses import dataclass
from functools import cache

ARTICLE = (
    r"Article|ARTICLE|Artikel|ARTIKEL|Articolo|Artículo|Artigo|Articol(?:ul)?|Članak|Článek|Článok|Čl\.|čl\.|Art\."
)
SECTION = (
    r"Section|SECTION|Sect?\.|C[Ll]\.|Clause|CLAUSE|Clausula|Cláusula|CLÁUSULA|Sección|Seção|Sezione|Abschnitt|§|Ziffer"
)
SCHEDULE = (
    r"Schedule|SCHEDULE|Exhibit|EXHIBIT|Annex|ANNEX|Annexe|ANNEXE|Annexure|ANNEXURE|Appendix|APPENDIX|Attachment|ATTACHMENT"
    r"|Addendum|ADDENDUM|Anlage|ANLAGE|Anhang|ANHANG|Anexo|ANEXO|Anexa|ANEXA|Allegato|ALLEGATO|Bilaga|BILAGA|Bilag|BILAG"
    r"|Bijlage|BIJLAGE|Załącznik|ZAŁĄCZNIK|Příloha|PŘÍLOHA|Príloha|PRÍLOHA|Priloga|PRILOGA|Liite|LIITE"
    r"|Παράρτημα|ΠΑΡΑΡΤΗΜΑ|Приложение|ПРИЛОЖЕНИЕ"
)
SCHEDULES = frozenset(word.lower() for word in SCHEDULE.split("|"))
PART = (
    r"Part|PART|Chapter|CHAPTER|Title|TITLE|Parte|PARTE|Partie|PARTIE|Teil|Kapitel|Chapitre|CHAPITRE|Titre|TITRE"
    r"|Avsnitt|AVSNITT|Dział|DZIAŁ|ITEM(?=[ ]\d{1,3}:[ ]{1,9}[A-Z]{2})"
)
WORD = f"(?:{ARTICLE}|{SECTION}|{SCHEDULE}|{PART})"
_ONES = "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE".split()
WORDED = (
    *_ONES,
    *"TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN".split(),
    *(word for tens in ("TWENTY", "THIRTY", "FORTY") for word in (tens, *(f"{tens}-{one}" for one in _ONES))),
)
"""Numbers in words, as in "ARTICLE THREE" and "SECTION TWENTY-ONE"."""
_FIRSTS = "FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH".split()
ORDINALS = (
    *_FIRSTS,
    *"TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH".split(),
    *(word for tens in ("TWENT", "THIRT") for word in (f"{tens}IETH", *(f"{tens}Y-{first}" for first in _FIRSTS))),
)
SPANISH = tuple("PRIMERA SEGUNDA TERCERA CUARTA QUINTA SEXTA SÉPTIMA OCTAVA NOVENA DÉCIMA UNDÉCIMA DUODÉCIMA".split())
PORTUGUESE = tuple("PRIMEIRA SEGUNDA TERCEIRA QUARTA QUINTA SEXTA SÉTIMA OITAVA NONA DÉCIMA".split())
ORDINAL_VALUES = {word: value for words in (ORDINALS, SPANISH, PORTUGUESE) for value, word in enumerate(words, 1)}
"""Ordinal numbers, as in "CLAUSE THIRD", "SEGUNDA.-"."""
IN_WORDS = {word: value for value, word in enumerate(WORDED, 1)} | ORDINAL_VALUES
BEHIND_WORD = IN_WORDS | {"PREMIER": 1}
"""Numbers in words behind the word for an article; French has an ordinal number for the first one only."""
_BEHIND_WORD = sorted((*BEHIND_WORD, *map(str.title, BEHIND_WORD), "premier"), key=len, reverse=True)
ROMAN = r"[IVXLC]{1,7}|[ivxlc]{1,7}"
DECIMAL = r"\d{1,3}(?:[ \xa0]?\\?\.[ \xa0]?\d{1,3}){0,5}"
"""``3``, ``3.2.1``; also as ``3. 2. 1``, ``3 . 2`` (some word processors) and ``3\\.2`` (escaped Markdown)."""
SPACED = r"(?:\d{1,2} ?\. ?\d \d|\d \d \. \d(?: \d)?)(?=[ ]{2})"
"""``4 .1 4`` is 4.14, and ``1 0 . 6`` 10.6: so print some programs what stands in wide type."""
WIDE_DECIMAL = r"(?:\d \d(?= \.)|\d{1,2}(?!\.\d{1,2}[ ]{2}))(?: ?\. ?\d(?: ?\d)?){1,3}(?=(?: \.)?[ ]{2})"
"""Such a number inside a line, with a space in it and a wide gap behind: ``3 . 2 0``, ``5. 3``, ``3 .2``."""
WIDE_NUMBER = r"(?<!\d \. )(?<!\d \.   )(?:\d(?= \.[ ]{2})|\d \d(?= ?\.[ ]{2}))"
"""A number of one part inside a line, so printed: ``6 .``, ``1 0 .``."""
CLOSE_DECIMAL = r"\d{1,3}(?:\\?\.\d{1,3}){0,5}"
"""A number behind a word or inside a line, without spaces: "see Section 3.12. 1.151. The lamp" has two numbers."""
LETTERS = r"[ivx](?: [ivx]){1,5}|[A-Za-z]{1,4}|[ivxl]{5,7}|[IVXL]{5,7}|(?:a{5}|b{5}|c{5}|d{5}|e{5}|f{5}|g{5}|h{5})"
"""Letters in brackets: ``a``, ``bb``, ``xviii``, ``aaaaa`` of the longest lists of definitions, and ``v i`` for ``vi``,
as some programs print what stands in wide type."""
CLOSE = r"(?<![\ds]\))(?<!\(re\))(?=[a-z]{2})"
"""Matches between a label in brackets and a word, with no space, "(A)the oil"; not in "(s)he", "(3)days", "(re)lit"."""
INNER = rf"\((?:{LETTERS}|\d{{1,2}})\)"

WORD_LABEL = (
    rf"(?:(?P<article>{ARTICLE})|(?P<section>{SECTION})|(?P<schedule>{SCHEDULE})|(?P<part>{PART}))"
    rf"(?![^\W\d_])[ \xa0\u202f]{{0,40}}(?:[-–][ \xa0]{{1,9}}|(?:nr|č|št|№)\.?[ \xa0]{{0,3}})?"
    rf"(?P<quoted>[\"“](?=[A-Z\d]))?(?P<number>{'|'.join(_BEHIND_WORD)}"
    rf"|(?(schedule)\d{{1,2}}\.[A-Z](?![\w.’'])|(?!))|{CLOSE_DECIMAL}(?:-\d{{1,3}}|-?[A-Z](?![\w])|(?(section)\.[a-z](?!\w)|(?!)))?|{ROMAN}|[A-Z](?:-?\d{{1,2}})?)(?:(?<=\d)(?:er|ER|ᵉʳ|º|°))?(?![^\W_]|_\w|[’'])(?(quoted)[\"”])"
    r"(?!\.?[ \xa0]\d{3}-\d)"
    rf"(?P<inner>(?:{INNER}){{0,4}})"
)
CHINESE_LABEL = r"第[ ]?(?P<chinese>[一二三四五六七八九十百零〇\d]{1,6})[ ]?(?:条|條|章|节)"
CODED = (
    r"(?P<coded>(?:[A-Z](?:\.\d{1,2}|\d{1,2}(?=\\?\.))|[IVX]{2,5}\.\d{1,2})(?:\\?\.\d{1,2}){0,3}(?:\.[a-z](?=[.)]))?)"
    r"(?:\\?\.|(?<=\.[a-z])\))?(?=[ \xa0\t*])"
)
"""A letter and a number: ``M.8.``, ``D3.``, ``A1.2``, and the Roman number of an article in ``II.3``."""
INSERTED = r"(?P<inserted>\d{1,2}[A-Z](?:(?:\.\d{1,2}){1,3}|(?=\.)))\.?(?=[ \xa0\t])"
"""The number of a clause that was put between two others: ``6A.``, ``6A.1``."""
BARE_LABEL = (
    rf"{CODED}|{INSERTED}|(?P<decimal>{SPACED}|{DECIMAL})(?P<after>[ \xa0]?\\?[.)]"
    r"|(?=[ \xa0\u202f\t\u200b\ufeff]|\*\*|(?:(?<=\d\.\d)|(?<=\d\.\d\d))(?:[A-Z](?:[a-z]|[A-Z]{2})|[一-鿿])))"
    r"(?!\d|\.[.\d])"
    rf"|\([ ]?(?P<paren>{LETTERS}|\d{{1,2}})[ ]?\\?\)"
    r"|(?P<loose>[A-Za-z]{1,5})\\?(?P<close>[.)])(?=\s|\*|$|(?<=\b[A-Za-z]\.)(?:[“\"][A-Z]|[A-Z][a-z]{2}|(?<=[a-z]\.)[A-Z][a-z]\s))"
)
LINE_LABEL = re.compile(rf"(?:{WORD_LABEL}|{CHINESE_LABEL}|{BARE_LABEL})")
"""Matches a label at the beginning of a line."""
LETTERED = 1_000
"""The first number of a label that begins with a letter is above those of all others."""
SPACED_DIGITS = re.compile(r"(?<=\d) (?=\d)")
ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
ROMAN_ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
ROMAN_TENS = ("", "x", "xx", "xxx", "xl")
ROMAN_FORM = re.compile(r"(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})|c{1,3}")
CHINESE_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0}


@dataclass(frozen=True, slots=True)
class Label:
    """A label stands in front of a clause.

    Attributes:
        family: article, section, schedule, part, number or letter.
        parts: what it adds to a path.
        values: the numbers of an article, a section or a plain number; the readings of letters are in :func:`readings`.
        shape: how letters (or digits in brackets) are printed, as ``(a)`` or ``A.``.
        text: the letters as printed.
    """

    family: str
    parts: tuple[str, ...]
    values: tuple[int, ...] = ()
    shape: str = ""
    text: str = ""


@cache
def roman(text: str) -> int:
    """Return the value of a Roman number: ``iv`` → 4; 0 where it is none."""
    lower = text.lower()
    if lower in ("c", "l") or not ROMAN_FORM.fullmatch(lower):  # alone, these are letters
        return 0
    values = [ROMAN_VALUES[sign] for sign in lower]
    return sum(
        -value if any(value < later for later in values[at + 1 : at + 2]) else value for at, value in enumerate(values)
    )


def roman_heading(label: Label) -> int:
    """Return the value of a Roman number as headings have it, "II."; 0 for any other label."""
    return roman(label.text) if label.shape == "." and label.text.isupper() else 0


@cache
def letter(text: str) -> int:
    """Return the position of letters in a list: ``a`` → 1, ``z`` → 26, ``aa`` → 27, ``bbb`` → 54; 0 for any other."""
    lower = text.lower()
    if len(set(lower)) != 1 or not "a" <= lower[0] <= "z":
        return 0
    return ord(lower[0]) - 96 + 26 * (len(lower) - 1)


def chinese(text: str) -> int:
    """Return the value of a Chinese number: ``十二`` → 12, ``一百零三`` → 103, ``12`` → 12."""
    if text.isdecimal():
        return int(text)
    total = digit = 0
    for sign in text:
        if sign in CHINESE_DIGITS:
            digit = CHINESE_DIGITS[sign]
        elif sign in "十百":
            total += (digit or 1) * (10 if sign == "十" else 100)
            digit = 0
    return total + digit


def readings(shape: str, text: str) -> list[tuple[str, int]]:
    """Return the series and values that letters can have: ``i`` is the first Roman number or the ninth letter."""
    if text.isdecimal():
        return [(f"{shape}1", int(text))]
    if text in ORDINAL_VALUES:
        return [(f"{shape}ordinal", ORDINAL_VALUES[text])]
    case = "A" if text.isupper() else "a"
    as_letter = [(f"{shape}{case}", letter(text))] if letter(text) else []
    return as_letter + ([(f"{shape}{case}roman", roman(text))] if roman(text) else [])


def printed_as(series: str, value: int) -> str:
    """Return the letters of a value in a series of :func:`readings`: 4 of "()aroman" is "iv"; "" for none."""
    if value < 1:
        return ""
    if series.endswith("1"):
        return str(value)
    if series.endswith("ordinal"):
        return "".join(ORDINALS[value - 1 : value])
    if series.endswith("roman"):
        tens, ones = divmod(value, 10)
        text = ROMAN_TENS[tens] + ROMAN_ONES[ones] if tens < len(ROMAN_TENS) else ""
    else:
        text = chr(97 + (value - 1) % 26) * (1 + (value - 1) // 26)
    return text.upper() if "A" in series else text


def of_match(match: re.Match[str]) -> Label | None:
    """Return the label that WORD_LABEL, CHINESE_LABEL or BARE_LABEL matched; None for letters that count nothing."""
    groups = match.groupdict()
    if groups.get("chinese"):
        value = chinese(groups["chinese"])
        return Label("article", (f"art{value}",), (value,))
    if groups.get("number"):
        return _worded(groups)
    if groups.get("decimal"):
        decimal = SPACED_DIGITS.sub("", groups["decimal"])
        values, parts = numbers(decimal), printed(decimal)
        if len(values) > 1 and not any(values[1:]):  # "3.0" stands over 3.1
            values, parts = values[:1], parts[:1]
        return Label("number", parts, values)
    if groups.get("inserted"):
        inserted = groups["inserted"]
        return Label("number", tuple(inserted.lower().split(".")), numbers(inserted))
    if groups.get("coded"):
        return _letter_and_number(groups["coded"])
    shape = "()" if groups["paren"] else groups["close"]
    text = (groups["paren"] or groups["loose"]).replace(" ", "")
    if not readings(shape, text):
        return None
    return Label("letter", (text.lower(),), (), shape, text)


def numbers(decimal: str) -> tuple[int, ...]:
    """Return the numbers in a label: ``3\\.2`` → (3, 2)."""
    return tuple(int(digits) for digits in re.findall(r"\d+", decimal))


def printed(decimal: str) -> tuple[str, ...]:
    """Return the numbers in a label as printed: ``3\\.02`` → ("3", "02")."""
    return tuple(re.findall(r"\d+", decimal))


def word_of(part: Label) -> str:
    """Return the word of a part or a schedule: "chapter" of "Chapter 1"."""
    return part.parts[0].partition("-")[0]


def _letter_and_number(text: str) -> Label:
    """Return a label of a letter and numbers: "M.8" and "M8" are 8 of M, "II.3.a" is a of 3 of II."""
    front, *steps = re.findall(r"[A-Z]+|\d+|[a-z]", text)
    values = (letter(step) if step.isalpha() else int(step) for step in steps)
    return Label("number", (front.lower(), *steps), (LETTERED + code_value(front), *values))


def code_value(letters: str) -> int:
    """Return the number of a code of letters, another one for each: "A" → 1, "Z" → 26, "GC" → 185."""
    return sum(26**place * (ord(sign) - ord("A") + 1) for place, sign in enumerate(reversed(letters)))


def _worded(groups: dict[str, str]) -> Label:
    """Return a label that has a word: "Section 5A", "Exhibit 10.2"."""
    family = next(name for name in ("article", "section", "schedule", "part") if groups[name])
    number = groups["number"]
    inner = tuple(step.lower() for step in re.findall(r"\w+", groups["inner"] or ""))
    if number.upper() in BEHIND_WORD:
        number = str(BEHIND_WORD[number.upper()])
    if family in ("article", "part", "section") and number[0].isalpha():
        value = roman(number) or letter(number)
        parts: tuple[str, ...] = (str(value),) if roman(number) else (number.lower(),)
        values: tuple[int, ...] = (value,)
    elif number[0].isdigit():
        parts, values = printed(number), numbers(number)
        if len(values) == 2 and not values[1] and family == "section":  # "SECTION 3.0" stands over 3.1
            parts, values = parts[:1], values[:1]
        if number[-1].isalpha():  # "Section 5A", "Exhibit 1.C"
            own = number[-1].lower()
            if number[-2] == ".":
                parts, values = (*parts, own), (*values, letter(own)) if family == "section" else values
            else:
                parts = (*parts[:-1], parts[-1] + own)
    else:
        parts, values = (number.lower(),), ()
    if family == "article":
        parts = (f"art{parts[0]}", *parts[1:])
    elif family in ("schedule", "part"):
        parts = (f"{groups[family].lower()}-{'-'.join(parts)}",)
    return Label(family, (*parts, *inner), values)
