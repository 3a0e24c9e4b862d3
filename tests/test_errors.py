"""Errors as they come back from another process."""

import pickle

import pytest

from piperoll.errors import CorpusBusy, PiperollError, UsageError


@pytest.mark.parametrize("kind", [PiperollError, UsageError, CorpusBusy])
def test_an_error_comes_back_whole(kind: type[PiperollError]) -> None:
    error = pickle.loads(pickle.dumps(kind("some_code", "What happened.", remedy="Do this.", document="a.md")))
    assert type(error) is kind
    assert (error.code, error.message, str(error)) == ("some_code", "What happened.", "What happened.")
    assert (error.remedy, error.document, error.exit_code) == ("Do this.", "a.md", kind.exit_code)
