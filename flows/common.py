"""Define what all flows share: the types of their parameters, and how a run that fails is reported."""

import sys
from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import TYPE_CHECKING, Annotated, Any, Generic, ParamSpec, TypeVar, cast

from pydantic import Field

from piperoll import settings
from piperoll.arguments import takes_texts
from piperoll.corpora import registry
from piperoll.redact import redact

if TYPE_CHECKING:
    from prefect import Flow
    from prefect.client.schemas.objects import FlowRun, State

P = ParamSpec("P")
R = TypeVar("R")

CorpusName = Annotated[str, Field(pattern="^[a-z0-9-]{1,60}$")]
ProfileName = Annotated[str, Field(json_schema_extra=lambda schema: schema.update(enum=[*registry.installed()]))]
"""A list to choose from in the form of the UI."""
EditionNumber = Annotated[int, Field(ge=1)]


class Pipeline(Generic[P, R]):
    """A pipeline is a flow that Prefect is loaded for only when it is called."""

    def __init__(self, function: Callable[P, R], name: str, run_name: str, partitions: bool) -> None:
        update_wrapper(self, function)
        self.fn, self.name, self.run_name, self.partitions = function, name, run_name, partitions

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        """Run as a flow of Prefect."""
        return self.flow(*arguments, **named)

    @cached_property
    def flow(self) -> "Flow[P, R]":
        """Return the flow of Prefect, which keeps no results of it and reports a run that fails."""
        from prefect import flow

        runner: Any = None
        if self.partitions:
            from tasks.runner import configured_runner as runner
        return flow(
            name=self.name,
            flow_run_name=self.run_name,
            task_runner=runner,
            persist_result=False,
            on_failure=[tell],
            on_crashed=[tell],
            on_cancellation=[tell],
        )(self.fn)


def pipeline(name: str, run_name: str, *, partitions: bool = False) -> Callable[[Callable[P, R]], "Flow[P, R]"]:
    """Return a decorator that makes a flow of a function.

    Where Prefect is loaded, as in its workers, that is a flow of Prefect. Elsewhere it is a :class:`Pipeline`, because
    importing Prefect takes longer than a night in which nothing changed.

    Args:
        name: of the flow.
        run_name: of its runs, in which parameters of the function may stand, as {corpus}.
        partitions: it has partitions, which are worked on where the settings say.
    """

    def decorate(function: Callable[P, R]) -> "Flow[P, R]":
        made = Pipeline(takes_texts(function), name, run_name, partitions)
        return made.flow if "prefect" in sys.modules else cast("Flow[P, R]", made)

    return decorate


def tell(flow: "Flow[..., object]", flow_run: "FlowRun", state: "State[object]") -> None:
    """Log that a run failed, crashed or was cancelled, and send that to the block that ``PIPEROLL_NOTIFY`` names.

    Args:
        flow: what ran.
        flow_run: the run.
        state: how it ended.
    """
    from prefect.logging.loggers import flow_run_logger
    from prefect.utilities.asyncutils import run_coro_as_sync

    log = flow_run_logger(flow_run, flow)
    subject = f"{flow_run.name}: {state.name}"
    body = redact(state.message or "No reason was given.")
    log.error("%s. %s", subject, body)
    if not (block := settings.load().notify):
        return
    try:
        run_coro_as_sync(notify(block, subject, body))
    except Exception as error:  # what is only told must not hide how the run ended
        log.warning("%s could not be told: %s: %s", block, type(error).__name__, error)


async def notify(block: str, subject: str, body: str) -> None:
    """Send a message through a notification or webhook block.

    Args:
        block: its name, as TYPE/NAME.
        subject: of the message.
        body: of the message.

    Raises:
        ValueError: there is no such block, or it cannot send messages.
    """
    from prefect.blocks.abstract import NotificationBlock
    from prefect.blocks.core import Block
    from prefect.blocks.webhook import Webhook

    loaded: Block = await Block.aload(block)
    if isinstance(loaded, NotificationBlock):
        await loaded.notify(body, subject)
    elif isinstance(loaded, Webhook):
        (await loaded.call({"subject": subject, "body": body})).raise_for_status()
    else:
        raise ValueError(f"{block} is neither a notification nor a webhook block.")
