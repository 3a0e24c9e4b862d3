"""The registry: names, entry points, and that getting a backend costs nothing."""

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from piperoll.embed import backend
from piperoll.errors import PiperollError, UsageError


class Named:
    """The least that a backend of another package can be, under whatever name it is created."""

    dimension = 2
    identity = "none"

    def __init__(self, name: str) -> None:
        self.name = name


def good() -> Named:
    return Named("good")


def bad_name() -> Named:
    return Named("Bad-Name")


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"good": "good", "impostor": "good", "Bad-Name": "bad_name", "gone": "absent"}
    entries = [EntryPoint(name, f"{__name__}:{value}", backend.GROUP) for name, value in values.items()]
    monkeypatch.setattr(backend, "entry_points", lambda group: entries if group == backend.GROUP else [])


@pytest.mark.parametrize("name", ["minilm", "minilm_fp32", "minilm_small", "e5", "e5_fp32"])
def test_built_in(name: str) -> None:
    found = backend.get(name)
    assert (found.name, found.dimension) == (name, 384)
    assert found is backend.get(name)


def test_precision_is_part_of_the_identity() -> None:
    assert "fp32" in backend.get("minilm_fp32").identity
    assert backend.get("minilm").identity == backend.get("minilm").identity


def test_entry_point(others: None) -> None:
    assert backend.get("good").dimension == 2


@pytest.mark.parametrize("name", ["impostor", "Bad-Name", "gone"])
def test_broken_entry_point_names_itself_and_a_remedy(name: str, others: None) -> None:
    with pytest.raises(PiperollError, match=name) as caught:
        backend.get(name)
    assert caught.value.code == "backend_broken"
    assert caught.value.remedy


@pytest.mark.parametrize("name", ["", "nonesuch", "minilm; drop table"])
def test_unknown_name_lists_the_known(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        backend.get(name)
    assert caught.value.code == "backend_unknown"
    assert "minilm" in caught.value.remedy


def test_nothing_heavy_is_imported_before_there_is_something_to_embed() -> None:
    code = """
import sys
from piperoll.embed import backend
minilm = backend.get("minilm")
empty = minilm.embed([])
assert empty.vectors.shape == (0, minilm.dimension) and minilm.identity
print(sorted({"torch", "openvino", "transformers", "sentence_transformers"} & set(sys.modules)))
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
