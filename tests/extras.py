"""Skip tests of packages that are not installed, without loading those that are: collecting stays cheap."""

from importlib.util import find_spec

import pytest


def needs(package: str, reason: str) -> None:
    """Skip the module that says so where a package is not installed; its tests load the package when they run."""
    if not find_spec(package):
        pytest.skip(reason, allow_module_level=True)
