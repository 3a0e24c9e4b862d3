"""What is hidden, and that the rest stays."""

import pytest

from piperoll.errors import PiperollError
from piperoll.redact import redact, scrub


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("nothing to hide", "nothing to hide"),
        ("postgresql://user:hemlig123@host/db is down", "postgresql://user:***@host/db is down"),
        ("postgresql://user:hem@lig/123@host/db", "postgresql://user:***@host/db"),
        ("host=db user=u password=hemlig123 dbname=d", "host=db user=u password=*** dbname=d"),
        ("password = 'hem lig' dbname=d", "password = '***' dbname=d"),
        ("http://127.0.0.1:4200/api and user@host", "http://127.0.0.1:4200/api and user@host"),
        ("key abcdef-123456 is refused", "key *** is refused"),
        ("the seal of sealed-with-this", "the seal of ***"),
        ("of the database: p@ss/word and p%40ss%2Fword", "of the database: *** and ***"),
    ],
)
def test_secrets_are_hidden(monkeypatch: pytest.MonkeyPatch, text: str, safe: str) -> None:
    monkeypatch.setenv("SOME_API_KEY", "abcdef-123456")
    monkeypatch.setenv("PIPEROLL_DSN", "postgresql://user:p%40ss%2Fword@host/db")
    monkeypatch.setenv("PIPEROLL_WORKSPACE_KEY", "sealed-with-this")
    assert redact(text) == safe


def test_an_error_is_scrubbed_with_its_causes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_TOKEN", "abcdef-123456")
    with pytest.raises(PiperollError) as caught:
        try:
            raise OSError(5, "abcdef-123456")
        except OSError as error:
            raise PiperollError("code", f"It said: {error}", remedy="Not abcdef-123456.") from error
    scrub(caught.value)
    shown = [str(caught.value), caught.value.message, caught.value.remedy, str(caught.value.__cause__)]
    assert shown == ["It said: [Errno 5] ***", "It said: [Errno 5] ***", "Not ***.", "[Errno 5] ***"]
