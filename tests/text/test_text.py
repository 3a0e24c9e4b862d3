"""Decoding, paragraphs and tokens."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piperoll.model import DocumentError
from piperoll.text.decode import decode
from piperoll.text.paragraphs import lines, paragraphs, trim
from piperoll.text.tokens import estimate


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param("åäö §".encode(), "åäö §", id="UTF-8"),
        pytest.param("\ufeffåäö".encode(), "åäö", id="byte order mark"),
        pytest.param("åäö".encode("utf-16"), "åäö", id="UTF-16"),
        pytest.param("åäö §".encode("latin-1"), "åäö §", id="Latin-1"),
        pytest.param("”citat” – streck".encode("cp1252"), "”citat” – streck", id="Windows-1252"),
        pytest.param(b"a\r\nb\rc\nd", "a\nb\nc\nd", id="line ends"),
    ],
)
def test_decode(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"\n \t", "empty", id="blank"),
        pytest.param(b"\xef\xbb\xbf ", "empty", id="only a byte order mark"),
        pytest.param(b"PK\x03\x04\x00\x00", "binary", id="NUL"),
        pytest.param(b"\x01\x02\x03\x04\x05abc", "binary", id="control characters"),
        pytest.param("åäö".encode() + b"\xe5", "broken_encoding", id="truncated UTF-8"),
        pytest.param(b"\xff\xfe\x00\xd8", "broken_encoding", id="broken UTF-16"),
    ],
)
def test_undecodable(data: bytes, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        decode(data)
    assert caught.value.code == code


@given(st.text(alphabet="ab \n\t", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_paragraphs_hold_everything_and_are_trimmed(text: str, first: int, last: int) -> None:
    start, end = sorted((min(first, len(text)), min(last, len(text))))
    ranges = list(paragraphs(text, start, end))
    assert "".join(text[a:b] for a, b in ranges).split() == text[start:end].split() or all(a < b for a, b in ranges)
    assert sum(len("".join(text[a:b].split())) for a, b in ranges) == len("".join(text[start:end].split()))
    assert all(text[a:b] == text[a:b].strip() != "" for a, b in ranges)
    assert all(one[1] <= two[0] for one, two in pairwise(ranges))


@given(st.text(alphabet="ab \n", max_size=40))
def test_trim_and_lines(text: str) -> None:
    start, end = trim(text, 0, len(text))
    assert text[start:end] == text.strip()
    assert "\n".join(text[a:b] for a, b in lines(text, 0, len(text))) == text.removesuffix("\n")


@pytest.mark.parametrize(("length", "tokens"), [(0, 0), (1, 1), (4, 1), (5, 2), (4000, 1000)])
def test_estimate(length: int, tokens: int) -> None:
    assert estimate("x" * length) == tokens


def test_a_chinese_character_is_a_token() -> None:
    assert estimate("上訴駁回。") == 5
    assert estimate("上訴駁回。 dismissed") == 5 + 3
