"""Tell from the paths of a statute's chunks which of its own chapters and §§ a reference can mean."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piperoll.corpora.citations.swedish_provisions import Provision

VERSION = re.compile(r"\.v\d+\Z")
PROVISION = re.compile(r"(?P<place>(?:kap\w+|bilaga\.\w+)\.)§(?P<number>\w+)")


@dataclass(frozen=True, slots=True)
class Structure:
    """Hold the provisions of a statute that a reference can point to."""

    sections: dict[str, list[str]]
    """Number of a § → the prefixes of its paths: "5" → ["kap2.", "kap3."]."""
    chapters: frozenset[str]
    appendices: frozenset[str]
    highest: int
    """Number of the last §; a higher number belongs to another act."""

    @classmethod
    def of(cls, paths: Iterator[str]) -> "Structure":
        """Return the structure that the paths of the chunks of a statute show."""
        own = [unversioned(path) for path in paths]
        sections: dict[str, list[str]] = {}
        for path in dict.fromkeys(own):
            if match := PROVISION.fullmatch(path):
                sections.setdefault(match["number"], []).append(match["place"])
        chapters = {path.partition(".")[0] for path in own if path.startswith("kap")} - {"kap0"}
        appendices = {".".join(path.split(".")[:2]) for path in own if path.startswith("bilaga.")}
        highest = max((int(re.sub(r"\D", "", number) or 0) for number in sections), default=0)
        return cls(sections, frozenset(chapters), frozenset(appendices), highest)

    def resolve(self, provision: Provision, here: str) -> str:
        """Return the path of a § that the provision ``here`` cites; "" if it cannot be a § of this statute.

        Its chapter is the one that the text names, else the chapter of ``here``. If that chapter has no such § and
        only one other chapter has it, it is that chapter.
        """
        if not self.sections:
            return ""
        if provision.chapter:  # a chapter that the statute lacks is of an unnamed act: the code that it introduces
            return provision.path if f"kap{provision.chapter}" in self.chapters else ""
        prefixes = self.sections.get(provision.section, [])
        if not prefixes and int(re.sub(r"\D", "", provision.section)) > self.highest:
            return ""
        at = PROVISION.fullmatch(here)
        prefix = at["place"] if at else "" if self.chapters else "kap0."
        if prefix not in prefixes and len(prefixes) == 1:
            prefix = prefixes[0]
        return f"{prefix}§{provision.section}" if prefix else ""


def unversioned(path: str) -> str:
    """Return the path of a unit without the number of its version."""
    return VERSION.sub("", path) if ".v" in path else path
