"""Windows are the text again, and requests stay within their limits."""

from hypothesis import given
from hypothesis import strategies as st

from piperoll.embed.batching import BLANK, Item, cut, estimated, item, requests

TEXT = st.text(st.sampled_from("ab åö文 \n"), max_size=80)


@given(TEXT.filter(bool), st.integers(1, 12))
def test_windows_are_the_text_again(text: str, count: int) -> None:
    windows = cut(text, count)
    assert "".join(windows) == text
    assert all(windows)
    assert len(windows) <= count


@given(st.lists(TEXT, max_size=30), st.integers(1, 5), st.integers(1, 60))
def test_requests_hold_every_text_once_within_limits(texts: list[str], most: int, tokens: int) -> None:
    items = [item(place, text, 10) for place, text in enumerate(texts)]
    groups = list(requests(items, most, tokens))
    assert [one for group in groups for one in group] == items
    for group in groups:
        if len(group) > 1:
            assert sum(len(one.windows) for one in group) <= most
            assert sum(one.tokens for one in group) <= tokens


def test_windows_end_between_words() -> None:
    assert cut("one two three four", 2) == ("one two ", "three four")


def test_a_blank_text_is_sent_as_something() -> None:
    assert item(0, " \n", 10).windows == (BLANK,)


def test_a_chinese_character_is_reckoned_as_a_token() -> None:
    assert estimated("合約條款") == 5
    assert estimated("The fee is due.") == 6


def test_smaller_windows_have_an_end() -> None:
    one: Item | None = item(0, "word " * 1_000, 10_000)
    count = 0
    while one:
        count, last = count + 1, one
        one = one.smaller()
    assert 4 < count < 8
    assert len("".join(last.windows)) == 5_000
