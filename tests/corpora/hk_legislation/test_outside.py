"""Enactments as they are really published, where their archive lies beside the repository."""

import json
from xml.etree import ElementTree

from piperoll.corpora.registry import get
from tests.corpora.hk_legislation.documents import check, paths, read
from tests.corpora.real import real


def test_whole_ordinances() -> None:
    small = read((real("hk-cases") / "hk-legislation" / "cap-272.txt").read_bytes(), "cap-272.txt")
    assert small.key == "Cap. 272"
    assert {f"s.{number}" for number in range(1, 21)} <= set(paths(small))
    large = read((real("hk-cases") / "hk-legislation" / "cap-374.txt").read_bytes(), "cap-374.txt")
    found = set(paths(large))
    schedules = ("1", "1A", *map(str, range(2, 14)))
    assert {f"sch{label}" for label in schedules} == {
        path for path in found if path.startswith("sch") and "." not in path
    }
    assert {f"s.{number}" for number in range(1, 132)} <= found
    assert {"s.39A", "s.39U", "s.72A", "s.102N", "s.113C", "sch10.s.5", "sch3.part3.s.1"} <= found
    assert max(len(chunk.content) for chunk in large.chunks) <= 2_000


def test_elegislation_shows_every_character() -> None:
    path = real("hk-cases") / "hk-legislation" / "cap-561A-excerpt.xml"
    document = read(path.read_bytes(), path.name)
    root = ElementTree.parse(path).getroot()
    root.remove(next(one for one in root if one.tag.endswith("}meta")))
    assert "".join(document.text.split()) == "".join("".join(root.itertext()).split())
    assert paths(document) == ["long-title", "s.1", "s.2", "s.3", "s.4"]


def test_rows_cite_what_their_makers_noted() -> None:
    """``expected_refs``: the references that the makers of the rows expect, by chapter and section."""
    lines = (real("hk-cases") / "hk-legislation" / "sections.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        wanted = json.loads(line)["expected_refs"]
        (document,) = get("hk-legislation").read(line.encode(), "sections.jsonl!/0.json")
        check(document)
        found = {(one.target, one.path) for one in document.citations}
        for one in wanted:
            target = f"Cap. {one['cap']}"
            if one["type"] == "schedule":
                path = "sch" if one["section"] == "0" else f"sch{one['section']}"
                assert (target, path) in found
            else:
                path = ".".join(
                    part for part in ("s" if one["section"] else "", one["section"], one["subsection"]) if part
                )
                assert any(cited == target and place.startswith(path) for cited, place in found), one
