"""Bring SFS numbers and the labels of provisions into one spelling."""

import re

OWN_NUMBER = re.compile(r"\s*\((?:SFS\s*)?\d{4}:[^()]{1,16}\)\s*$")
LABEL = re.compile(r"(\d+)\s*([a-zåäö]*)")
INSERTED = "(?:bis|ter|quater|quinquies|sexies)"
"""Matches the Latin word behind the number of an article that was put between two others: "Article V bis"."""
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def sfs_key(number: str) -> str:
    """Return the key of a statute: ``1977:1160`` → ``SFS 1977:1160``; "SFS 1848:61 s.2" stays as it is."""
    bare = re.sub(r"^SFS\s*", "", " ".join(number.split()))
    return f"SFS {bare}"


def without_number(title: str) -> str:
    """Return a title without the SFS number that the register prints after it; the number has its own field."""
    collapsed = " ".join(title.split())
    return OWN_NUMBER.sub("", collapsed) or collapsed


def label(number: str) -> str:
    """Return a label in the form used in paths: ``5 a`` → ``5a``."""
    return "".join(number.split()).lower()


def spaced(number: str) -> str:
    """Return a label in the form that lawyers write: ``5a`` → ``5 a``."""
    return re.sub(r"(?<=\d)(?=[a-zåäö])", " ", number)


def is_known(chapter: str) -> bool:
    """Return whether this is the number of a chapter, and not "" or the place "35_2" of one that lost its letter."""
    return bool(chapter) and "_" not in chapter


def sort_key(number: str) -> tuple[int, str]:
    """Return the key that sorts labels: 5, 5 a, 5 b, 6; Roman numerals by value; (0, …) if it is no number."""
    if match := LABEL.match(number):
        return int(match[1]), match[2]
    if number and all(sign in ROMAN for sign in number):
        values = [ROMAN[sign] for sign in number]
        return sum(
            -value if any(value < later for later in values[index + 1 : index + 2]) else value
            for index, value in enumerate(values)
        ), ""
    return 0, number


def follows(previous: str, number: str) -> bool:
    """Return whether ``number`` can come soon after ``previous``: a later letter, or up to three numbers on."""
    (before, letter), (after, next_letter) = sort_key(previous), sort_key(number)
    return (before == after and next_letter > letter) or before < after <= before + 3


def is_next(previous: str, number: str) -> bool:
    """Return whether ``number`` is the very next label after ``previous``: 5 → 5 a or 6, 5 a → 5 b or 6."""
    (before, letter), (after, next_letter) = sort_key(previous), sort_key(number)
    if before == after:
        return next_letter == (chr(ord(letter) + 1) if len(letter) == 1 else "a" if not letter else "")
    return after == before + 1 and not next_letter
