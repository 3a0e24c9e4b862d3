"""Serving schedules: what is wrong is told before anything is registered."""

import pytest
from prefect.settings import PREFECT_API_URL, temporary_settings

from flows.serve import serve
from piperoll.errors import PiperollError, UsageError


def test_without_a_server_there_is_no_schedule() -> None:
    with temporary_settings(restore_defaults={PREFECT_API_URL}), pytest.raises(UsageError) as caught:
        serve({"laws": "0 2 * * *"}, "Europe/Stockholm")
    assert caught.value.code == "no_server"


def test_a_server_that_does_not_answer() -> None:
    with temporary_settings({PREFECT_API_URL: "http://127.0.0.1:1/api"}), pytest.raises(PiperollError) as caught:
        serve({"laws": "0 2 * * *"}, "Europe/Stockholm")
    assert caught.value.code == "server_unreachable"


@pytest.mark.parametrize(("line", "zone"), [("2 o'clock", "Europe/Stockholm"), ("0 2 * * *", "Europe/Lanternfish")])
def test_a_schedule_that_is_none(prefect_api: str, line: str, zone: str) -> None:
    with temporary_settings({PREFECT_API_URL: prefect_api}), pytest.raises(UsageError) as caught:
        serve({"laws": line}, zone)
    assert caught.value.code == "bad_schedule"
