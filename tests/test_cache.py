"""What a process remembers: the newest values, from any thread."""

from concurrent.futures import ThreadPoolExecutor

from piperoll.cache import Cache


def test_the_oldest_is_forgotten() -> None:
    cache: Cache[str, int] = Cache(2)
    for key, value in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        assert cache.put(key, value) == value
    assert [cache.get(key) for key in "abc"] == [3, None, 4]
    cache.clear()
    assert cache.get("a") is None


def test_what_was_not_used_for_longest_is_forgotten_by_weight() -> None:
    cache: Cache[str, str] = Cache(6, len)
    for key, value in (("a", "aa"), ("b", "bbb"), ("a", "a")):
        cache.put(key, value)
    assert cache.get("b") == "bbb"
    cache.put("c", "ccc")
    assert [cache.get(key) for key in "abc"] == [None, "bbb", "ccc"]
    cache.put("d", "longer than all")
    assert [cache.get(key) for key in "bcd"] == [None, None, None]


def test_several_threads_share_it() -> None:
    cache: Cache[int, int] = Cache(8)

    def work(start: int) -> None:
        for number in range(start, start + 2_000):
            cache.put(number % 50, number % 50)
            found = cache.get(number % 50)
            assert found in (None, number % 50)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert sum(cache.get(key) is not None for key in range(50)) == 8
