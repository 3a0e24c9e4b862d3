"""Launch a flow from the command line: by a Prefect API, by a temporary one, or in this process alone."""

import importlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from pydantic import validate_call

from flows import temporary_api
from piperoll import logs, settings
from piperoll.embed import backend
from piperoll.errors import PiperollError
from piperoll.settings import Settings

QUIET = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "ERROR",
}
"""Settings of Prefect that hold unless the environment sets them."""

FEW_BYTES = 200_000
"""Source bytes of a small run: it is done before a temporary API would answer."""


def launch(name: str, **parameters: Any) -> Any:
    """Run a flow and return its result.

    It is a run of Prefect where an API is configured. Where none is, a temporary API serves this process, unless there
    is little to do, or the setting ``orchestrator`` is ``none``: then the function of the flow is called as it is, and
    the ledger alone records the run.

    Args:
        name: of the module of the flow, and of the flow in it.
        parameters: of the flow.
    """
    _quiet()
    module = importlib.import_module(f"flows.{name}")
    flow = getattr(module, name)
    known = settings.load()
    if known.orchestrator == "none":
        logs.lines()
        return here(flow.fn, parameters)
    if api_is_configured():
        return flow(**parameters)
    outlook = module.expect(**parameters) if hasattr(module, "expect") else None
    if outlook and outlook.bytes <= FEW_BYTES and not asks_for_prefect(known):
        if not outlook.idle:
            logs.lines()
        return here(flow.fn, parameters)
    temporary_api.start()
    if outlook:
        Thread(target=_load, args=(outlook.backend,), daemon=True).start()
    with temporary_api.served():
        return flow(**parameters)


def asks_for_prefect(known: Settings) -> bool:
    """Return whether settings name what only Prefect has: one of its task runners, or a block to tell of failures."""
    return known.runner not in ("threads", "processes") or known.notify is not None


def _load(name: str) -> None:
    """Load the model of a backend; a failure is told where it is used."""
    with suppress(PiperollError):
        if load := getattr(backend.get(name), "load", None):
            load()


def serve(schedules: Mapping[str, str], time_zone: str) -> None:
    """Serve nightly runs; see :func:`flows.serve.serve`."""
    _quiet()
    importlib.import_module("flows.serve").serve(schedules, time_zone)


def _quiet() -> None:
    for setting, value in QUIET.items():
        os.environ.setdefault(setting, value)


def here(function: Callable[..., Any], parameters: dict[str, Any]) -> Any:
    """Call the function of a flow; its parameters are checked as Prefect would."""
    return validate_call(function)(**parameters)


def api_is_configured() -> bool:
    """Return whether the settings of Prefect name an API. Prefect is imported only where a file may name one."""
    if "PREFECT_API_URL" in os.environ:
        return bool(os.environ["PREFECT_API_URL"])
    if not _may_name_api():
        return False
    from prefect.settings import get_current_settings

    return bool(get_current_settings().api.url)


def _may_name_api() -> bool:
    """Return whether one of the files that Prefect reads settings from may name an API."""
    home = Path(os.environ.get("PREFECT_HOME", Path.home() / ".prefect"))
    profiles = Path(os.environ.get("PREFECT_PROFILES_PATH", home / "profiles.toml"))
    marks = {profiles: "prefect_api_url", Path(".env"): "prefect_api_url", Path("pyproject.toml"): "tool.prefect"}
    return Path("prefect.toml").exists() or any(mark in _text(path).lower() for path, mark in marks.items())


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
