"""Assembling a context: what always holds, and what it looks like."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.search.blocks import Assembled, Hit, Passage, Piece, Version, assemble, distinct, expand, same_section


def piece(path: str, *, ordinal: int = 0, parent: str | None = None, heading: str | None = None) -> Piece:
    return Piece(1, ordinal, path, parent, heading, "Act > " + path, 0, 1)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[dict[int, Version], list[Piece]]:
    """Documents whose chunks touch, overlap, or have something between them that is no chunk."""
    versions, pieces = {}, []
    for version in range(draw(st.integers(1, 3))):
        text, end = "", 0
        for ordinal in range(draw(st.integers(1, 8))):
            overlap = min(draw(st.sampled_from([0, 0, 3])), end)
            between = "" if overlap else draw(st.sampled_from(["", "\n\n", "\nPage 2\n"]))
            words = draw(st.lists(st.sampled_from(["law", "of", "§", "lighthouse"]), min_size=1, max_size=30))
            start = len(text) + len(between) - overlap
            text += between + f"{ordinal} " + " ".join(words)
            end = len(text)
            above = [one.path for one in pieces if one.version == version]
            parent = draw(st.sampled_from([None, "a", "b", *above]))
            path = f"{parent or 'p'}.{ordinal}"
            pieces.append(Piece(version, ordinal, path, parent, None, f"Act {version} > {path}", start, end))
        versions[version] = Version(f"doc {version}", f"{version}.txt", f"Act {version}", None, 0, text)
    return versions, pieces


@st.composite
def asked(draw: st.DrawFn) -> tuple[dict[int, Version], list[Piece], list[Passage], int, int]:
    versions, pieces = draw(corpora())
    found = draw(st.lists(st.sampled_from(pieces), unique=True, max_size=6))
    scores = sorted(draw(st.lists(st.floats(0, 1), min_size=len(found), max_size=len(found))), reverse=True)
    hits = [Passage(one, score) for one, score in zip(found, scores, strict=True)]
    return versions, pieces, hits, draw(st.integers(0, 3)), draw(st.integers(1, 300))


def same(a: Passage, b: Passage) -> bool:
    """Is it the same chunk, cut or not?"""
    return (a.piece.version, a.piece.ordinal) == (b.piece.version, b.piece.ordinal)


def cores(done: Assembled) -> list[Passage]:
    return [passage for block in done.blocks for passage in block.passages if passage.core]


@given(asked())
def test_it_is_never_over_the_budget_and_every_character_is_in_the_text_once(
    given_: tuple[dict[int, Version], list[Piece], list[Passage], int, int],
) -> None:
    versions, pieces, hits, neighbours, budget = given_
    done = assemble(hits, pieces, versions, neighbours=neighbours, budget=budget)
    assert done.tokens <= budget
    taken = set()
    for block in done.blocks:
        assert versions[block.version].stretch[block.start : block.end] in done.text
        here = {(block.version, place) for place in range(block.start, block.end)}
        assert not here & taken
        taken |= here
        assert all(block.start <= one.piece.start < one.piece.end <= block.end for one in block.passages)
    assert {(one.piece.version, one.piece.ordinal) for one in cores(done)} | {
        (one.piece.version, one.piece.ordinal) for one in done.left_out
    } == {(hit.piece.version, hit.piece.ordinal) for hit in hits}


@given(asked())
def test_a_hit_is_left_out_only_if_it_does_not_fit_beside_better_ones(
    given_: tuple[dict[int, Version], list[Piece], list[Passage], int, int],
) -> None:
    versions, pieces, hits, neighbours, budget = given_
    done = assemble(hits, pieces, versions, neighbours=neighbours, budget=budget)
    for hit in done.left_out:
        before = hits[: hits.index(hit)]
        better = [one for one in cores(done) if any(same(one, other) for other in before)]
        with_it = assemble([*better, hit], [], versions, neighbours=0, budget=10_000)
        assert with_it.tokens > budget


@given(asked())
def test_documents_come_by_their_best_passage_and_blocks_as_they_stand(
    given_: tuple[dict[int, Version], list[Piece], list[Passage], int, int],
) -> None:
    versions, pieces, hits, neighbours, budget = given_
    blocks = assemble(hits, pieces, versions, neighbours=neighbours, budget=budget).blocks
    order = list(dict.fromkeys(block.version for block in blocks))
    best = [max(block.score for block in blocks if block.version == version) for version in order]
    assert best == sorted(best, reverse=True)
    places = [(order.index(block.version), block.start) for block in blocks]
    assert places == sorted(places)


@given(asked())
def test_neighbours_are_near_a_hit_and_in_its_section_with_its_score(
    given_: tuple[dict[int, Version], list[Piece], list[Passage], int, int],
) -> None:
    versions, pieces, hits, neighbours, budget = given_
    done = assemble(hits, pieces, versions, neighbours=neighbours, budget=budget)
    by_place = {(one.version, one.ordinal): one for one in pieces}
    for passage in (one for block in done.blocks for one in block.passages if not one.core):
        here = passage.piece
        near = []
        for hit in hits:
            low, high = sorted((hit.piece.ordinal, here.ordinal))
            way = (
                [by_place[here.version, one] for one in range(low, high + 1)]
                if hit.piece.version == here.version
                else []
            )
            chained = way and high - low <= neighbours and all(map(same_section, way, way[1:]))
            if chained and same_section(way[0], way[-1]):
                near.append(hit.score)
        assert passage.score in near


TEXT = "# Act\n\n1. Lights must burn.\n\n2. Keepers must watch.\n\nPART II\n\n3. Fines are paid."
ACT = Version("Act 1", "act.txt", "Lighthouse Act", None, 0, TEXT)


def parts() -> list[Piece]:
    found = []
    for ordinal, (path, parent, words) in enumerate(
        [
            ("i.1", "i", "1. Lights must burn."),
            ("i.2", "i", "2. Keepers must watch."),
            ("ii.3", "ii", "3. Fines are paid."),
        ]
    ):
        start = TEXT.index(words)
        header = f"Lighthouse Act > Part {parent} > {path}"
        found.append(Piece(1, ordinal, path, parent, None, header, start, start + len(words)))
    return found


def test_what_it_looks_like() -> None:
    _, second, third = parts()
    done = assemble([Passage(second, 0.9), Passage(third, 0.5)], parts(), {1: ACT}, neighbours=1, budget=200)
    assert done.text == (
        "=== Act 1 | Lighthouse Act ===\n\n"
        "--- i.1 – i.2 | Part i | characters 7–51 ---\n1. Lights must burn.\n\n2. Keepers must watch.\n\n"
        "--- ii.3 | Part ii > ii.3 | characters 62–80 ---\n3. Fines are paid."
    )
    assert [[(one.piece.path, one.core) for one in block.passages] for block in done.blocks] == [
        [("i.1", False), ("i.2", True)],
        [("ii.3", True)],
    ]


def test_neighbours_go_before_hits_do() -> None:
    _, second, third = parts()
    hits = [Passage(second, 0.9), Passage(third, 0.5)]
    whole = assemble(hits, [], {1: ACT}, neighbours=0, budget=200)
    tight = assemble(hits, parts(), {1: ACT}, neighbours=1, budget=whole.tokens)
    assert tight.text == whole.text
    tighter = assemble(hits, parts(), {1: ACT}, neighbours=1, budget=whole.tokens - 1)
    assert [one.piece for one in cores(tighter)] == [second]
    assert tighter.left_out == [hits[1]]


def test_of_a_best_hit_that_is_too_long_the_beginning_is_in() -> None:
    long = Version("Act 2", "two.txt", "Long Act", None, 100, "word " * 500)
    hit = Passage(Piece(2, 0, "p", None, None, "Long Act", 100, 100 + 2499), 1.0)
    done = assemble([hit], [], {2: long}, neighbours=1, budget=100)
    (block,) = done.blocks
    assert block.start == 100
    assert 250 < block.end - block.start < 400
    assert long.text(block.start, block.end).endswith("word")
    assert done.left_out == []
    assert 95 < done.tokens <= 100


def test_a_budget_that_holds_nothing_leaves_everything_out() -> None:
    hit = Passage(parts()[0], 1.0)
    done = assemble([hit], [], {1: ACT}, neighbours=1, budget=3)
    assert (done.blocks, done.text, done.left_out) == ([], "", [hit])


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (piece("kap1.§1", parent="kap1"), piece("kap1.§2", parent="kap1"), True),
        (piece("kap1.§9", parent="kap1"), piece("kap2.§1", parent="kap2"), False),
        (piece("kap1"), piece("kap1.§1", parent="kap1"), True),  # text of a chapter before its first provision
        (piece("s.4", parent="part3"), piece("s.4.1", parent="s.4"), True),
        (piece("kap0.§1"), piece("kap0.§2"), True),
        (piece("kap0.§1", heading="Lights"), piece("kap0.§2"), True),
        (piece("kap0.§2"), piece("kap0.§3", heading="Fines"), False),
        (piece("para.4", heading="Facts"), piece("para.7", heading="Facts"), True),
        (piece("para.4", heading="Facts"), piece("p.1", heading="Facts"), True),
        (piece("para.7", heading="Facts"), piece("para.9", heading="Analysis"), False),
        (piece("preamble"), piece("kap0.§1"), False),
        (piece("overgangsbest"), piece("bilaga.1"), False),
    ],
)
def test_sections_of_the_families(a: Piece, b: Piece, same: bool) -> None:
    assert same_section(a, b) is same


def test_what_says_the_same_is_in_once_and_names_the_other_places() -> None:
    found: Sequence[Hit] = [
        Hit(1, 0, 0.9, "Lights must\nburn.", {"document": "A"}),
        Hit(1, 1, 0.8, "Keepers watch.", {"document": "B"}),
        Hit(2, 0, 0.7, "Lights  must burn.", {"document": "C"}),
        Hit(2, 1, 0.6, "Fines.", {"document": "D"}),
    ]
    kept = distinct(found, 2)
    assert [(one.place, list(one.also)) for one in kept] == [
        ({"document": "A"}, [{"document": "C"}]),
        ({"document": "B"}, []),
    ]


def row(*lengths: int) -> tuple[Version, list[Piece]]:
    """One section of chunks of so many characters, a line break between them."""
    text, pieces = "", []
    for ordinal, length in enumerate(lengths):
        words = str(ordinal) * length
        pieces.append(Piece(1, ordinal, f"s.{ordinal}", "s", None, "Act", len(text), len(text) + length))
        text += words + "\n"
    return Version("Act", "act.txt", "Act", None, 0, text), pieces


def test_neighbours_reach_as_far_as_asked() -> None:
    version, pieces = row(5, 5, 5, 5, 5)
    for neighbours, expected in ((0, (12, 17)), (1, (6, 23)), (2, (0, 29)), (3, (0, 29))):
        done = assemble([Passage(pieces[2], 1)], pieces, {1: version}, neighbours=neighbours, budget=100)
        assert [(block.start, block.end) for block in done.blocks] == [expected]


def test_neighbours_do_not_go_on_by_way_of_the_unit_above_the_section() -> None:
    one, two, item, other = (
        piece(path, ordinal=ordinal, parent=parent)
        for ordinal, (path, parent) in enumerate([("5.1", "5"), ("5.2", "5"), ("5.2.a", "5.2"), ("5.2.b", "5.2")])
    )
    found = expand([Passage(other, 1)], [one, two, item], 3)
    assert [(beside.path, passage.piece.path) for beside, passage in found] == [("5.2.b", "5.2.a"), ("5.2.a", "5.2")]


def test_nothing_is_taken_from_behind_a_neighbour_that_does_not_fit() -> None:
    version, pieces = row(5, 900, 5)
    done = assemble([Passage(pieces[0], 1)], pieces, {1: version}, neighbours=2, budget=100)
    assert [(block.start, block.end) for block in done.blocks] == [(0, 5)]


def test_a_chunk_within_another_ends_nothing() -> None:
    text = "A whole paragraph, and its last words. The next one."
    whole, inner, after = (
        Piece(1, ordinal, f"p.{ordinal}", None, None, "Act", text.index(words), text.index(words) + len(words))
        for ordinal, words in enumerate(["A whole paragraph, and its last words.", "whole", "The next one."])
    )
    version = Version("Act", "act.txt", "Act", None, 0, text)
    hits = [Passage(whole, 3), Passage(inner, 2), Passage(after, 1)]
    done = assemble(hits, [], {1: version}, neighbours=0, budget=100)
    assert [(block.start, block.end) for block in done.blocks] == [(0, len(text))]


@pytest.mark.parametrize("padding", range(4))
def test_what_stands_between_documents_counts(padding: int) -> None:
    texts = ["x" * (20 + padding), "y" * 20]
    versions = {one: Version("Act", "act.txt", "Act", None, 0, text) for one, text in enumerate(texts)}
    hits = [Passage(Piece(one, 0, "p", None, None, "Act", 0, len(text)), 1 - one) for one, text in enumerate(texts)]
    whole = assemble(hits, [], versions, neighbours=0, budget=1000)
    assert len(whole.blocks) == 2
    assert len(assemble(hits, [], versions, neighbours=0, budget=whole.tokens).blocks) == 2
    assert len(assemble(hits, [], versions, neighbours=0, budget=whole.tokens - 1).blocks) == 1
