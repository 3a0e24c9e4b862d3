"""SFS numbers and labels, in one spelling."""

import re

OWN_NUMBER = re.compile(r"\s*\((?:SFS\s*)?\d{4}:[^()]{1,16}\)\s*$")
LABEL = re.compile(r"(\d+)\s*([a-zåäö]*)")
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def sfs_key(number: str) -> str:
    """``1977:1160`` (with or without "SFS") → ``SFS 1977:1160``; "1848:61 s.2" → "SFS 1848:61 s.2"."""
    bare = re.sub(r"^SFS\s*", "", " ".join(number.split()))
    return f"SFS {bare}"


def without_number(title: str) -> str:
    """A title without the SFS number that the register prints after it: the number has its own field."""
    collapsed = " ".join(title.split())
    return OWN_NUMBER.sub("", collapsed) or collapsed


def label(number: str) -> str:
    """``5 a`` → ``5a``: the form used in paths."""
    return "".join(number.split()).lower()


def spaced(number: str) -> str:
    """``5a`` → ``5 a``: the form that lawyers write."""
    return re.sub(r"(?<=\d)(?=[a-zåäö])", " ", number)


def sort_key(number: str) -> tuple[int, str]:
    """Order of labels: 5, 5 a, 5 b, 6; Roman ones by their value; (0, …) for what is no number."""
    if match := LABEL.match(number):
        return int(match[1]), match[2]
    if number and all(sign in ROMAN for sign in number):
        values = [ROMAN[sign] for sign in number]
        return sum(
            -one if any(one < later for later in values[at + 1 : at + 2]) else one for at, one in enumerate(values)
        ), ""
    return 0, number


def follows(previous: str, number: str) -> bool:
    """Is ``number`` a plausible next label after ``previous``: a later letter, or up to three on?"""
    (before, letter), (after, next_letter) = sort_key(previous), sort_key(number)
    return (before == after and next_letter > letter) or before < after <= before + 3


def is_next(previous: str, number: str) -> bool:
    """Is ``number`` the very next label after ``previous``: 5 → 5 a or 6, 5 a → 5 b or 6?"""
    (before, letter), (after, next_letter) = sort_key(previous), sort_key(number)
    if before == after:
        return next_letter == (chr(ord(letter) + 1) if len(letter) == 1 else "a" if not letter else "")
    return after == before + 1 and not next_letter
