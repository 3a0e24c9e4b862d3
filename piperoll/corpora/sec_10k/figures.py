"""Read the numbers of inline XBRL: what is printed, by the format that its tag names, with scale and sign applied."""

import re
from collections.abc import Mapping
from decimal import Decimal

ZERO = frozenset({"fixed-zero", "zerodash", "numdash"})
"""Formats of what stands for 0, whatever is printed: "—"."""
COMMA = frozenset({"num-comma-decimal", "numcommadecimal", "numspacecomma"})
"""Formats in which the comma stands before the decimals: "1.234,5"."""
TWO_UNITS = frozenset({"num-unit-decimal", "numunitdecimal"})
""""5 dollars 30 cents"."""
WORDS = frozenset({"numwordsen", "num-word-en"})
SPACES = re.compile(r"[\s\u200b'’]+")
NUMBER = re.compile(r"[0-9]{1,60}(?:\.[0-9]{0,60})?|\.[0-9]{1,60}")
AMOUNTS = re.compile(r"([0-9][0-9,. ]{0,60})[^0-9]{1,30}([0-9]{1,2})[^0-9]{0,30}")
MOST_ZEROS = 40
"""Places by which a scale may move the point; one of a damaged page must not fill the memory."""
SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NAMED = (
    dict.fromkeys(("no", "none", "nil"), 0)
    | {"a": 1, "an": 1}
    | {word: number for number, word in enumerate(SMALL)}
    | {word: 10 * number for number, word in enumerate(TENS, 2)}
)
GREAT = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
WORD = re.compile(r"[a-z]+")
MOST_WORDS = 30


def figure(printed: str, attributes: Mapping[str, str]) -> Decimal | None:
    """Return the number that a tag reports, with its scale and its sign; None where it is no number.

    Args:
        printed: what the page shows, or what is hidden.
        attributes: of the tag, with names in lower case.
    """
    if any(name.endswith(":nil") and value.strip().lower() in ("true", "1") for name, value in attributes.items()):
        return None
    places = whole(attributes.get("scale", "0"))
    digits = _digits(printed, attributes.get("format", "").rpartition(":")[2].lower())
    if digits is None or places is None or abs(places) > MOST_ZEROS:
        return None
    sign = "-" if attributes.get("sign") == "-" else ""
    return Decimal(f"{sign}{digits}E{places}")


def written(number: Decimal) -> str:
    """Return a number in plain digits, without a point where it is whole.

    >>> written(Decimal("391.5E6")), written(Decimal("-6.10")), written(Decimal("-0"))
    ('391500000', '-6.1', '0')
    """
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def whole(text: str) -> int | None:
    """Return a whole number of up to two digits; None for any other text, such as ``INF``."""
    return int(text) if re.fullmatch(r"\s{0,9}[-+]?[0-9]{1,2}\s{0,9}", text) else None


def _digits(printed: str, form: str) -> str | None:
    """Return what is printed as digits with a point."""
    if form in ZERO:
        return "0"
    if form in WORDS:
        return _of_words(printed)
    if form in TWO_UNITS and (match := AMOUNTS.fullmatch(printed.strip())):
        return f"{re.sub('[,. ]', '', match[1])}.{match[2]:>02}"
    text = SPACES.sub("", printed)
    text = text.replace(".", "").replace(",", ".") if form in COMMA else text.replace(",", "")
    return text if NUMBER.fullmatch(text) else None


def _of_words(printed: str) -> str | None:
    """Return a number that is printed in English words: "no", "twenty-five", "one hundred and ten million"."""
    words = WORD.findall(printed.lower())
    if not words or len(words) > MOST_WORDS:
        return _digits(printed, "") if not words else None
    total = part = 0
    for word in words:
        if word in GREAT:
            total, part = total + max(1, part) * GREAT[word], 0
        elif word == "hundred":
            part = max(1, part) * 100
        elif word in NAMED:
            part += NAMED[word]
        elif word != "and":
            return None
    return str(total + part)
