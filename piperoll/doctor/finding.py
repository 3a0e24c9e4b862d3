"""Describe what a check found: the result type that every check of the doctor yields."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Hold what a check found, and what to do where that is not as it should be.

    ``check`` is empty while a check runs; :func:`piperoll.doctor.examine` fills in the check's name.
    """

    check: str
    level: Level
    found: str
    remedy: str = ""


def ok(found: str) -> Finding:
    """Return a finding that asks for nothing."""
    return Finding("", "ok", found)


def warn(found: str, remedy: str) -> Finding:
    """Return a finding that a run survives."""
    return Finding("", "warn", found, remedy)


def fail(found: str, remedy: str) -> Finding:
    """Return a finding that keeps a run from working."""
    return Finding("", "fail", found, remedy)


def size(count: int) -> str:
    """Write a number of bytes for people, as ``12.3 MB``."""
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.1f} MB"
