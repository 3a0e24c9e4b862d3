"""Turn the fields of a model into the options of a command, so that they are described and checked once."""

from collections.abc import Callable, Collection
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

import typer
from pydantic.fields import FieldInfo

from piperoll.cli.common import errors
from piperoll.search.options import SearchOptions

AS_TEXT: dict[str, tuple[Any, str]] = {
    "weights": (str | None, "NAME=W,..."),
    "where": (list[str] | None, "CONDITION"),
    "as_of": (str | None, "DATE"),
}
"""Fields that the model reads from text: the type on the command line, and the name of the value in the help."""
SHORT = {"k": ["-k"]}
"""Flags of a field besides the one of its name."""


def with_options(
    model: type[SearchOptions], only: Collection[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that puts the fields of ``model`` in place of a command's parameter ``options``.

    The command is called with the model, and its errors are shown as those of every command.

    Args:
        model: the class whose fields become options.
        only: the names of the fields; none: all.

    Returns:
        The decorator, to stand below ``app.command()``.
    """
    fields = {name: field for name, field in model.model_fields.items() if not only or name in only}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in signature(command).parameters.values()]
        place = next(place for place, one in enumerate(own) if one.name == "options")
        parameters = [*own[:place], *(_parameter(*item) for item in fields.items()), *own[place + 1 :]]

        @wraps(command)
        def run(**given: Any) -> None:
            values = {name: given.pop(name) for name in fields}
            with errors(given["as_json"]):
                command(**given, options=model(**{name: one for name, one in values.items() if one is not None}))

        run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return decorate


def _parameter(name: str, field: FieldInfo) -> Parameter:
    """Return the option that a field is on the command line."""
    kind, metavar = AS_TEXT.get(name, (field.annotation, None))
    flag = f"--{name.replace('_', '-')}"
    if kind == bool | None:
        flag += f"/--no-{name}"
    option = typer.Option(
        None if name in AS_TEXT else field.default,
        flag,
        *SHORT.get(name, []),
        metavar=metavar,
        help=field.description,
        min=_limit(field, "ge"),
        max=_limit(field, "le"),
    )
    return Parameter(name, Parameter.KEYWORD_ONLY, default=option, annotation=kind)


def _limit(field: FieldInfo, name: str) -> Any:
    return next((getattr(one, name) for one in field.metadata if hasattr(one, name)), None)
