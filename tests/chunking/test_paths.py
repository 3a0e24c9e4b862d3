"""Paths of chunks: each is given once, whatever a document prints twice."""

from hypothesis import given
from hypothesis import strategies as st

from piperoll.chunking.paths import UniquePaths


def test_a_path_that_comes_again_is_numbered() -> None:
    paths = UniquePaths()
    assert [paths.unique(path) for path in ("a", "b", "a", "a")] == ["a", "b", "a.v2", "a.v3"]
    assert paths.unique("b", ".") == "b.2"


def test_a_number_gives_no_path_that_another_chunk_has() -> None:
    given = ["a", "a", "a.v2", "a"]
    paths = UniquePaths(given)
    assert [paths.unique(path) for path in given] == ["a", "a.v3", "a.v2", "a.v4"]


@given(st.lists(st.sampled_from(["a", "a.v2", "a.v2.v2", "a.2", "b"]), max_size=12), st.booleans())
def test_no_path_is_given_twice(given: list[str], beforehand: bool) -> None:
    paths = UniquePaths(given if beforehand else ())
    unique = [paths.unique(path) for path in given]
    assert len(set(unique)) == len(given)
