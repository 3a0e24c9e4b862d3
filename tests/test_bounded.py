"""Children do jobs within limits; what they do to themselves costs one file."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from piperoll import bounded, settings
from piperoll.errors import PiperollError
from piperoll.model import DocumentError
from tests import hostile


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limits that are soon reached, and children of this test's own."""
    monkeypatch.setenv("PIPEROLL_PARSE_SECONDS", "0.5")
    monkeypatch.setenv("PIPEROLL_PARSE_MEMORY", "200")
    settings.load.cache_clear()
    bounded._end_idle()
    yield
    bounded._end_idle()
    settings.load.cache_clear()


def children() -> list[psutil.Process]:
    return [one for one in psutil.Process().children() if bounded.MAIN in one.cmdline()]


@pytest.mark.parametrize("word", [word for word, code in hostile.CODES.items() if code != "defect"])
def test_harm_costs_one_job_and_is_told_by_its_code(word: str) -> None:
    with pytest.raises(DocumentError) as caught:
        list(bounded.run(hostile.harm, word, size=1))
    assert caught.value.code == hostile.CODES[word]
    assert caught.value.remedy
    assert list(bounded.run(hostile.remember, 1, size=1)) == [b"1"]


def test_a_defect_comes_with_its_class_and_text() -> None:
    with pytest.raises(bounded.Defect, match=r"^KeyError: 'nothing'$"):
        list(bounded.run(hostile.harm, "fail", size=1))
    with pytest.raises(bounded.Defect, match=r"^RecursionError: "):
        list(bounded.run(hostile.harm, "recurse", size=1))


def test_what_came_before_the_harm_comes_once() -> None:
    list(bounded.run(hostile.remember, 1, size=1))  # a child that is not new
    items = bounded.run(hostile.endless, 3, size=1)
    assert [next(items)[:1] for _ in range(3)] == [b"0", b"1", b"2"]
    with pytest.raises(DocumentError, match="exit code 3"):
        next(items)


def test_a_child_is_used_again_and_a_new_one_has_no_past() -> None:
    found = [b"".join(bounded.run(hostile.remember, 30_000_000, size=1)) for _ in range(8)]
    assert found[:2] == [b"1", b"2"]
    assert b"1" in found[2:], "the memory of the jobs before counts for none"


def test_a_job_that_is_left_ends_its_child() -> None:
    items = bounded.run(hostile.endless, -1, size=1)
    next(items)
    assert children()
    items.close()  # type: ignore[attr-defined]
    assert not children()


def test_more_of_a_file_gives_more_time_and_memory() -> None:
    small, large = bounded.limits_for(0), bounded.limits_for(1_000_000)
    assert (small.seconds, small.memory) == (0.5, 200_000_000)
    assert (large.seconds, large.memory) == (10.5, 264_000_000)
    assert bounded.limits_for(10**12).memory == bounded.limits_for(bounded.LARGEST).memory


def lines(file: io.BufferedReader) -> Iterator[bytes]:
    file.seek(-4, io.SEEK_END)
    yield file.read()
    file.seek(0)
    yield from file


def test_a_file_is_read_through_the_parent() -> None:
    data = b"".join(b"%d\n" % number for number in range(100_000))
    assert list(bounded.run(lines, size=len(data), file=io.BytesIO(data))) == [
        data[-4:], *data.splitlines(keepends=True),
    ]  # fmt: skip


class Lost(io.BytesIO):
    def read(self, _: int | None = -1) -> bytes:
        raise PiperollError("s3_unreachable", "Gone.", remedy="Try again.")


def test_an_error_of_the_source_is_that_of_the_source() -> None:
    with pytest.raises(PiperollError, match="Gone"):
        list(bounded.run(lines, size=10, file=Lost()))
    assert not children()


def test_a_job_that_cannot_be_read_ends_the_run() -> None:
    with pytest.raises(PiperollError, match="does not work") as caught:
        list(bounded.run(Unreadable(), size=1))
    assert caught.value.code == "child_failed"


class Unreadable:
    def __call__(self) -> Iterator[bytes]:
        raise NotImplementedError

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return int, ("no number",)


def test_an_interrupt_from_the_keyboard_leaves_the_child_to_its_parent() -> None:
    list(bounded.run(hostile.remember, 1, size=1))
    (child,) = children()
    child.send_signal(signal.SIGINT)
    assert list(bounded.run(hostile.remember, 1, size=1)) == [b"2"]


@pytest.mark.parametrize("word", ["backtrack", "sleep", ""])
def test_a_child_ends_with_its_parent_whatever_it_does(word: str) -> None:
    code = (
        "from tests import hostile\nfrom piperoll import bounded\n"
        f"jobs = bounded.run(hostile.{'harm' if word else 'remember'}, {word or 1!r}, size=10**9)\n"
        "list(jobs)\nprint('', flush=True)\ninput()"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 60
        while not (at_work := psutil.Process(parent.pid).children()) and time.monotonic() < deadline:
            time.sleep(0.05)
        (child,) = at_work
        if word:
            time.sleep(1)  # until it is at its job
        else:
            assert parent.stdout
            parent.stdout.readline()
        os.kill(parent.pid, signal.SIGKILL)
        child.wait(30)
    finally:
        parent.kill()
        parent.communicate()
