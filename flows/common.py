"""Define what all flows share: the types of their parameters, and how a run that fails is reported."""

from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

from prefect import Flow, flow
from prefect.blocks.abstract import NotificationBlock
from prefect.blocks.core import Block
from prefect.blocks.webhook import Webhook
from prefect.client.schemas.objects import FlowRun, State
from prefect.logging.loggers import flow_run_logger
from prefect.utilities.asyncutils import run_coro_as_sync
from pydantic import Field

from piperoll import settings
from piperoll.corpora import registry
from piperoll.redact import redact

P = ParamSpec("P")
R = TypeVar("R")

CorpusName = Annotated[str, Field(pattern="^[a-z0-9-]{1,60}$")]
ProfileName = Annotated[str, Field(json_schema_extra={"enum": [*registry.installed()]})]
"""A list to choose from in the form of the UI."""
EditionNumber = Annotated[int, Field(ge=1)]


def pipeline(name: str, run_name: str, *, task_runner: Any = None) -> Callable[[Callable[P, R]], Flow[P, R]]:
    """Return a decorator that makes a flow: Prefect keeps no results of it, and a run that fails is reported.

    Args:
        name: of the flow.
        run_name: of its runs, in which parameters of the function may stand, as {corpus}.
        task_runner: where its tasks run; None: in threads.
    """
    return flow(
        name=name,
        flow_run_name=run_name,
        task_runner=task_runner,
        persist_result=False,
        on_failure=[tell],
        on_crashed=[tell],
        on_cancellation=[tell],
    )


def tell(flow: Flow[..., object], flow_run: FlowRun, state: State[object]) -> None:
    """Log that a run failed, crashed or was cancelled, and send that to the block that ``PIPEROLL_NOTIFY`` names.

    Args:
        flow: what ran.
        flow_run: the run.
        state: how it ended.
    """
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
    loaded: Block = await Block.aload(block)
    if isinstance(loaded, NotificationBlock):
        await loaded.notify(body, subject)
    elif isinstance(loaded, Webhook):
        (await loaded.call({"subject": subject, "body": body})).raise_for_status()
    else:
        raise ValueError(f"{block} is neither a notification nor a webhook block.")
