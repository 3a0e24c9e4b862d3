"""What is hidden, and that the rest stays."""

from pathlib import Path

import pytest

from piperoll import settings
from piperoll.errors import PiperollError, UsageError
from piperoll.redact import redact, scrub
from piperoll.settings import BackendSettings


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


def test_a_variable_that_settings_name_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDDER", "abcdef-123456")
    BackendSettings(kind="openai", model="m", key_env="EMBEDDER")
    assert redact("key abcdef-123456") == "key ***"


@pytest.mark.parametrize(
    "wrong",
    [
        {"key_env": "sk-abcdef123456"},
        {"key_env": "abcdef123456"},
        {"url": "https://user:abcdef123456@host/v1"},
        {"url": "https://host/v1?api-key=abcdef123456"},
    ],
)
def test_a_key_in_the_settings_is_refused_and_not_shown(
    wrong: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [(name, value)] = wrong.items()
    config = tmp_path / "piperoll.toml"
    config.write_text(f'[backend.svc]\nkind = "openai"\nmodel = "m"\n{name} = "{value}"\n', encoding="utf-8")
    monkeypatch.setenv("PIPEROLL_CONFIG", str(config))
    settings.load.cache_clear()
    with pytest.raises(UsageError) as caught:
        settings.load()
    settings.load.cache_clear()
    assert f"backend.svc.{name}" in caught.value.message
    assert "abcdef123456" not in f"{caught.value.message} {caught.value.remedy} {caught.value.__cause__}"


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
