"""Keep the secrets of this process out of whatever is written: logs, errors, records of runs."""

import os
import re
from collections.abc import Iterator
from urllib.parse import unquote

HIDDEN = "***"
NAMED = re.compile(
    r"PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIAL|(API|ACCESS|ACCOUNT|PRIVATE|WORKSPACE)_?KEY", re.IGNORECASE
)
"""Environment variables whose names hold one of these words hold a secret."""
USERINFO = re.compile(r"\w+://[^\s:@/]*:(?P<password>\S+)@")
"""The password in an address, up to its last ``@``: one with an unescaped ``@`` in it is hidden whole."""
KEYWORD = re.compile(r"\bpassword\s*=\s*('(?P<quoted>[^']*)'|(?P<password>\S+))")
"""The password in a connection string of keywords."""
_hidden_variables: set[str] = set()
"""Environment variables that settings say hold a secret, whatever they are called."""
SHORTEST = 4
"""Characters of the shortest secret: to hide shorter ones would make every text unreadable."""


def hide_variable(name: str) -> None:
    """Hide the value of the environment variable ``name`` from now on."""
    _hidden_variables.add(name)


def redact(text: str) -> str:
    """Return ``text`` with the secrets of this process' environment, and passwords in addresses, hidden."""
    for secret in sorted(set(_secrets()), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return USERINFO.sub(_hidden, KEYWORD.sub(_hidden, text))


def scrub(error: BaseException) -> None:
    """Hide secrets in the texts of ``error`` and of its causes; their types and tracebacks stay."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause and id(cause) not in seen:
        seen.add(id(cause))
        cause.args = tuple(redact(value) if isinstance(value, str) else value for value in cause.args)
        for name in (*vars(cause), "strerror"):  # the last one is what an OSError shows instead of its arguments
            if isinstance(value := getattr(cause, name, None), str):
                setattr(cause, name, redact(value))
        cause = cause.__cause__ or cause.__context__


def _secrets() -> Iterator[str]:
    for name, value in os.environ.items():
        if name in _hidden_variables or NAMED.search(name):
            secrets = [value]
        else:
            secrets = [match["password"] for match in USERINFO.finditer(value)]
            secrets += [match["quoted"] or match["password"] or "" for match in KEYWORD.finditer(value)]
        for secret in secrets:
            yield from (written for written in (secret, unquote(secret)) if len(written) >= SHORTEST)


def _hidden(match: "re.Match[str]") -> str:
    secret = match["password"] or (match.groupdict().get("quoted") or "")
    return match[0].replace(secret, HIDDEN) if secret else match[0]
