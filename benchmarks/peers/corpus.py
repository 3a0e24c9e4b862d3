"""The documents of the benchmark, and what happens to them.

Every file ends with a line that says which wording it has, so that a reader can be asked which one it sees.
"""

import random
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HEADING = re.compile(r"^#{2,4} .*§", re.MULTILINE)
OLD = "Detta är den första ordalydelsen."
NEW = "Detta är den andra ordalydelsen."
PLAIN = re.compile(r"(?<= )[a-zåäö]{4}[a-zåäö ]{26,40}(?= )")
"""Words of a § without markup, digits and punctuation, such as "ska den som har fått tillstånd att": they stay together
in some chunk, however it is cut."""
WORD = "fyrvaktarens"
"""Takes the place of a word; no statute has it."""


@dataclass(frozen=True)
class Change:
    """Attributes:
    names: of the files that there are now.
    seen: texts that a reader must see, with the file each is in.
    unseen: texts that a reader must not see any more in that file.
    """

    names: frozenset[str]
    seen: tuple[tuple[str, str], ...] = ()
    unseen: tuple[tuple[str, str], ...] = ()


def make(data: Path, folder: Path, count: int, seed: int = 1) -> None:
    """Draw ``count`` statutes that have §§ from the files below ``data``, and write them to ``folder``."""
    candidates = [path for path in sorted(data.rglob("*.md")) if HEADING.search(path.read_text(encoding="utf-8"))]
    folder.mkdir(parents=True)
    for path in random.Random(seed).sample(candidates, count):
        text = path.read_text(encoding="utf-8").rstrip()
        (folder / path.name).write_text(f"{text}\n\n{OLD}\n", encoding="utf-8")


def restore(kept: Path, live: Path, count: int) -> frozenset[str]:
    """Make ``live`` hold the first ``count`` files of ``kept`` as they are there, times of modification too.

    A file that is so already is left alone: a copy would have another inode, as no file has that nobody touched. All
    are read, so that every run finds them in the page cache.
    """
    live.mkdir(parents=True, exist_ok=True)
    paths = sorted(kept.iterdir())
    chosen = {path.name for path in random.Random(count).sample(paths, min(count, len(paths)))}
    for name in names(live) - chosen:
        (live / name).unlink()
    for name in sorted(chosen):
        if not _same(kept / name, live / name):
            (live / name).unlink(missing_ok=True)
            shutil.copy2(kept / name, live / name)
            (live / name).read_bytes()
    return frozenset(chosen)


def _same(kept: Path, live: Path) -> bool:
    if not live.exists() or kept.stat().st_mtime_ns != live.stat().st_mtime_ns:
        return False
    return kept.read_bytes() == live.read_bytes()


def middle(live: Path) -> Path:
    """Return the file of median size."""
    return sorted(live.iterdir(), key=lambda path: (path.stat().st_size, path.name))[len(names(live)) // 2]


def nothing(live: Path) -> Change:
    """Change nothing."""
    return Change(names(live))


def section(live: Path) -> Change:
    """Change a word of one § in the middle of one file."""
    path = middle(live)
    text = path.read_text(encoding="utf-8")
    found = [match for match in PLAIN.finditer(text) if text.count(match[0]) == 1]
    match = min(found, key=lambda one: abs(one.start() - len(text) // 2))
    first, rest = match[0].split(" ", 1)
    path.write_text(f"{text[: match.start()]}{WORD} {rest}{text[match.end() :]}", encoding="utf-8")
    return Change(names(live), ((path.name, f"{WORD} {rest[:15]}"),), ((path.name, f"{first} {rest}"),))


def deleted(live: Path) -> Change:
    """Delete one file."""
    middle(live).unlink()
    return Change(names(live))


def renamed(live: Path) -> Change:
    """Rename one file."""
    path = middle(live)
    path.rename(path.with_name(f"renamed-{path.name}"))
    return Change(names(live))


def all_changed(live: Path) -> Change:
    """Change the last line of every file."""
    for path in live.iterdir():
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(OLD, NEW), encoding="utf-8")
    return Change(names(live))


def names(live: Path) -> frozenset[str]:
    """Return the names of the files."""
    return frozenset(path.name for path in live.iterdir())


Changing = Callable[[Path], Change]
