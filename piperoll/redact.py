"""Secrets of this process, and how they are kept out of whatever is written: logs, errors, records of runs."""

import os
import re
from collections.abc import Iterator
from urllib.parse import unquote

HIDDEN = "***"
NAMED = re.compile(r"PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIAL|(API|ACCESS|ACCOUNT|PRIVATE)_?KEY", re.IGNORECASE)
"""Environment variables whose names hold one of these words hold a secret."""
USERINFO = re.compile(r"\w+://[^\s:@/]*:(?P<password>\S+)@")
"""The password in an address, up to its last ``@``: one with an unescaped ``@`` in it is hidden whole."""
KEYWORD = re.compile(r"\bpassword\s*=\s*('(?P<quoted>[^']*)'|(?P<password>\S+))")
"""The password in a connection string of keywords."""
SHORTEST = 4
"""A secret of fewer characters is no secret, and hiding it would make every text unreadable."""


def redact(text: str) -> str:
    """``text`` with the secrets of this process' environment, and passwords in addresses, hidden."""
    for secret in sorted(set(_secrets()), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return USERINFO.sub(_hidden, KEYWORD.sub(_hidden, text))


def scrub(error: BaseException) -> None:
    """Hide secrets in the words of ``error`` and of what caused it; its kind and its traceback stay."""
    seen: set[int] = set()
    one: BaseException | None = error
    while one and id(one) not in seen:
        seen.add(id(one))
        one.args = tuple(redact(value) if isinstance(value, str) else value for value in one.args)
        for name in (*vars(one), "strerror"):  # the last one is what an OSError shows instead of its arguments
            if isinstance(value := getattr(one, name, None), str):
                setattr(one, name, redact(value))
        one = one.__cause__ or one.__context__


def _secrets() -> Iterator[str]:
    for name, value in os.environ.items():
        if NAMED.search(name):
            found = [value]
        else:
            found = [match["password"] for match in USERINFO.finditer(value)]
            found += [match["quoted"] or match["password"] or "" for match in KEYWORD.finditer(value)]
        for secret in found:
            yield from (one for one in (secret, unquote(secret)) if len(one) >= SHORTEST)


def _hidden(match: "re.Match[str]") -> str:
    secret = match["password"] or (match.groupdict().get("quoted") or "")
    return match[0].replace(secret, HIDDEN) if secret else match[0]
