"""Every module with code is reached by some test."""

from scripts.untested import reached_by_tests, with_code

STARTED = {"piperoll.cli.__main__", "tasks.worker"}
"""Modules that tests start as a process of their own, by name."""


def test_every_module_is_reached_by_a_test() -> None:
    assert with_code() - reached_by_tests() == STARTED
