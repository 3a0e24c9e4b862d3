"""The configuration that every check of the doctor is tried on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from piperoll import settings as configured
from piperoll.settings import Settings


@pytest.fixture
def config(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Write a configuration with one corpus of two files and the test's database; a test may write it anew."""
    assert settings.dsn
    (tmp_path / "laws").mkdir()
    for name in ("a.md", "b.md"):
        (tmp_path / "laws" / name).write_text("# Lag\n\n### 1 §\n\nText.\n", encoding="utf-8")
    file = tmp_path / "piperoll.toml"
    file.write_text('[corpus.laws]\nsource = "laws"\nprofile = "se-law"\n', encoding="utf-8")
    monkeypatch.setenv("PIPEROLL_CONFIG", str(file))
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    monkeypatch.setenv("PIPEROLL_WORKSPACE", str(tmp_path / "workspace"))
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    configured.load.cache_clear()
    yield file
    configured.load.cache_clear()
