"""Check the configuration file and the environment."""

import os
from collections.abc import Iterator
from pathlib import Path

from piperoll import settings as configured
from piperoll.doctor.finding import Finding, ok, warn
from piperoll.doctor.installation import Installation
from piperoll.settings import Settings, is_remote


def configuration(installation: Installation) -> Iterator[Finding]:
    """Check that the settings can be read, that no name is unknown, and that paths do not depend on the folder."""
    path = configured.config_path()
    loaded = configured.load()
    names = {f"PIPEROLL_{name.upper()}" for name in Settings.model_fields} | {"PIPEROLL_CONFIG"}
    if strange := sorted(name for name in os.environ if name.startswith("PIPEROLL_") and name not in names):
        yield warn(f"unknown: {', '.join(strange)}", "Check the spelling: unknown variables are not read.")
    for name, value in (("workspace", loaded.workspace_address), ("data_dir", str(loaded.data_dir))):
        if not is_remote(value) and not Path(value).is_absolute():
            yield warn(f"{name} is the relative path {value}", "Write it from the root: it depends on where one is.")
    file = str(path.resolve()) if path.is_file() else f"no file {path}"
    yield ok(f"{file}; {len(loaded.corpus)} corpora: {', '.join(loaded.corpus) or 'none'}")
