"""Give each clause its path: its number, below what its number does not say, or the words of its caption."""

import re
import unicodedata
from collections.abc import Container

from piperoll.chunking.paths import UniquePaths
from piperoll.corpora.clauses.candidates.candidate import COUNTED
from piperoll.corpora.clauses.tree.parts import has_own_numbers, main_clauses, own_numbers
from piperoll.corpora.clauses.tree.units import DOCUMENT, FURTHER, Unit
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH
from piperoll.hashing import name as hashed

SLUG = 60
"""Characters of a caption in a path."""
LONGEST_PATH = 440
"""Characters of the path of a clause; what is added to it (".v2", ".p12") fits into 500."""
NOT_A_NAME = re.compile(r"[^\w]+|_+")
AGAIN = re.compile(r"\.v\d+\Z")
"""Matches the end of a path that another clause has too."""


def slug(caption: str, length: int = SLUG) -> str:
    """Return a caption as a step of a path, in any script: ``9. Liability for Loss`` → ``9-liability-for-loss``."""
    name = NOT_A_NAME.sub("-", unicodedata.normalize("NFKC", caption).casefold()).strip("-")
    if len(name) <= length:
        return name
    cut = name.rfind("-", length // 2, length)
    return name[: cut if cut > 0 else length]


def name_units(root: Unit) -> None:
    """Give every unit its path: the number alone for the document's own clauses, else below what encloses the unit."""
    own = own_numbers(root)
    paths = UniquePaths()
    taken = {paths.unique(_path(unit, own=True)) for unit in root.walk() if id(unit) in own}
    main = set(map(id, main_clauses(root, own)))
    for unit in root.walk() if main else ():
        path = _printed(unit) if unit.parent and id(unit.parent) in main else ""
        if path and path not in taken:  # the first item of a list in clause 3 would be another 3.1, which nobody cites
            taken.add(paths.unique(path))
            main.add(id(unit))
    own |= main
    for unit in root.walk():
        if unit.parent is None:
            continue
        path = _path(unit, id(unit) in own)
        if path in taken and unit.caption and not unit.label:  # "… FOR THE STATE OF NEW YORK", in full
            path = _under(unit.parent.path, slug(unit.caption, CAPTION_LENGTH))
        if id(unit) in own:
            unit.path = path
            continue
        if path in taken and unit.label:
            path = _within_part(unit, path, taken)
        if len(path) > LONGEST_PATH:
            path = f"{path[: LONGEST_PATH - 20]}-{hashed([path])[:16]}"
        unit.path = paths.unique(path)
        taken.add(path)


def _printed(unit: Unit) -> str:
    """Return the number of a clause with a heading that is printed in full, "3.1" below 3; "" for any other."""
    above = unit.parent.label if unit.parent else None
    if not unit.label or not above or not unit.caption or len(unit.values) < 2:
        return ""
    return ".".join(unit.label.parts) if unit.label.parts[:-1] == above.parts else ""


def _within_part(unit: Unit, path: str, taken: Container[str]) -> str:
    """Return the path of a clause below the heading of its part, where the numbers begin again there.

    "Article 1" of the second terms on a page stands below their heading: the outermost one that makes a new path,
    inside the innermost part ("Chapter 2").
    Where that heading is printed again, it takes the place of the first one: "b.v2.7" for a second "b.7".
    """
    found = []
    above = unit.parent
    while above is not None and above.parent is not None:
        if _is_part(above) and not path.startswith(f"{above.path}."):
            first = f"{AGAIN.sub('', above.path)}."
            found.append(f"{above.path}.{path.removeprefix(first)}")
        above = None if above.family == "part" else above.parent
    return next((below for below in reversed(found) if below not in taken), path)


def _is_part(unit: Unit) -> bool:
    """Return whether a clause is a heading without a number, or with a letter, or a part: "A. CHEQUES"."""
    candidate = unit.candidate
    return (
        candidate is not None
        and (candidate.own_line or unit.family == "part")
        and (not unit.label or bool(unit.caption))
        and unit.family not in COUNTED
    )


def _path(unit: Unit, own: bool) -> str:
    """Return the path of a unit; ``own`` says whether its number counts the document's own clauses."""
    label, parent = unit.label, unit.parent
    assert parent is not None
    if label is None:
        further = f"{DOCUMENT}-{unit.value}"
        unnamed = {FURTHER: FURTHER, DOCUMENT: further, "closing": "signatures"}.get(unit.series, "untitled")
        return _under(parent.path, slug(unit.caption) or unnamed)
    ancestors = []
    above: Unit | None = parent
    while above is not None:
        ancestors.append(above)
        above = above.parent
    scope = next((ancestor.path for ancestor in ancestors if has_own_numbers(ancestor)), "")
    name = ".".join(label.parts)
    if label.family in ("article", "part", "schedule"):
        return _under(scope, name)
    if label.family == "letter":
        return _under(parent.path, name)
    for ancestor in ancestors:
        prefix = ancestor.values
        if prefix and len(prefix) < len(label.values) and label.values[: len(prefix)] == prefix:
            return _under(ancestor.path, ".".join(label.parts[len(prefix) :]))
        if prefix:
            break
    if len(label.values) > 1 or own:
        return _under(scope, name)
    return _under(parent.path, name)


def _under(parent: str, name: str) -> str:
    return f"{parent}.{name}" if parent else name
