"""Find models that the client of the Hugging Face Hub has put on this machine; nothing is asked of the network."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin")
"""A model that was downloaded in part has none of them."""


def downloaded(name: str, revision: str | None = None) -> Path | None:
    """Return the folder where the Hub's client has put a model before; None: there is none.

    By its folder a model is loaded without the network; by its name the client asks the Hub in any case.
    """
    from huggingface_hub import constants, try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        paths = [try_to_load_from_cache(name, file, revision=revision) for file in (constants.CONFIG_NAME, *WEIGHTS)]
    except HFValidationError:  # a path that is no folder
        return None
    config, *weights = (Path(path) if isinstance(path, str) else None for path in paths)
    return config.parent if config and any(weights) else None


@contextmanager
def no_progress_bar() -> Iterator[None]:
    """Hide the bar that transformers draws on stderr while it loads weights; restore the user's setting afterwards."""
    logging = import_module("transformers.utils.logging")
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
