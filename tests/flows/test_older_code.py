"""A nightly run does again what older code or other settings made, and nothing else."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.reindex_corpus import reindex_corpus
from piperoll import settings
from piperoll.corpora import registry
from piperoll.corpora.se_law import SeLaw
from piperoll.pipeline import parse
from tests.flows.conftest import Bench


class Other(SeLaw):
    """The same family under another name."""

    name = "other-law"


pytestmark = pytest.mark.small_partitions

Flip = Callable[[Bench, pytest.MonkeyPatch], str | None]
"""Changes one thing; returns the profile to run with, if that is the thing."""


def bytes_(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    for topic in ("fyrar", "bikupor"):
        path = bench.path(topic)
        path.write_text(path.read_text(encoding="utf-8") + "\nSlut.\n", encoding="utf-8")


def profile(bench: Bench, patch: pytest.MonkeyPatch) -> str:
    patch.setitem(registry.installed(), Other.name, Other)
    return Other.name


def profile_version(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeLaw, "version", SeLaw.version + 1)


def stage_version(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(parse, "CODE", "next")


def language(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeLaw, "language", "english")


def nothing(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    pass


def touched(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    os.utime(bench.path("fyrar"), (1, 1))


def partition_size(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PIPEROLL_PARTITION_BYTES", "100000")


def workspace(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("PIPEROLL_WORKSPACE", str(bench.folder.parent / "elsewhere"))


def backend(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    config = bench.folder.parent / "piperoll.toml"
    config.write_text(f'[corpus.test]\nsource = "{bench.folder}"\nprofile = "se-law"\nbackend = "minilm_small"\n')
    patch.setenv("PIPEROLL_CONFIG", str(config))


def old_source(bench: Bench, patch: pytest.MonkeyPatch) -> None:
    """The same files by another name of the folder."""
    moved = Path(f"{bench.folder}-moved")
    bench.folder.rename(moved)
    bench.folder = moved


@pytest.mark.parametrize("flip", [bytes_, profile, profile_version, stage_version, language])
def test_whatever_decides_the_rows_is_done_again(bench: Bench, monkeypatch: pytest.MonkeyPatch, flip: Flip) -> None:
    assert _changed_by(bench, monkeypatch, flip) == 2


@pytest.mark.parametrize("flip", [nothing, touched, partition_size, workspace, backend, old_source])
def test_nothing_else_is(bench: Bench, monkeypatch: pytest.MonkeyPatch, flip: Flip) -> None:
    assert _changed_by(bench, monkeypatch, flip) == 0
    assert bench.corpus().built_edition == 1


def _changed_by(bench: Bench, patch: pytest.MonkeyPatch, flip: Flip) -> int:
    """Documents that the run after the flip does again; the run after that finds nothing to do."""
    bench.write("fyrar", "bikupor")
    bench.run()
    name = flip(bench, patch) or SeLaw.name
    settings.load.cache_clear()
    done = [reindex_corpus(corpus="test", source=str(bench.folder), profile=name) for _ in range(2)]
    assert (done[1]["documents"]["changed"], done[1]["partitions"]["parsed"]) == (0, 0)
    assert done[0]["chunks"]["new"] == 3 * done[0]["documents"]["changed"]
    assert done[0]["embeddings"]["computed"] == (2 if flip is bytes_ else 0)
    return int(done[0]["documents"]["changed"])
