"""One process that schedules the nightly runs and runs them."""

from collections.abc import Mapping

import prefect
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.client.schemas.schedules import CronSchedule
from prefect.deployments.runner import RunnerDeployment
from prefect.schedules import Cron
from prefect.settings import PREFECT_API_URL
from prefect.types.entrypoint import EntrypointType

from flows.reindex_corpus import reindex_corpus
from piperoll.errors import PiperollError, UsageError

ONE_AT_A_TIME = ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.CANCEL_NEW)
"""Of a corpus: a night that is not over by the next one is not started twice."""


def serve(schedules: Mapping[str, str], time_zone: str) -> None:
    """Serve a nightly run of each corpus by its cron line until the process is ended; one run at a time.

    Nights missed while nothing served stay on the server as late, and are run when it serves again.

    Raises:
        UsageError: no Prefect server is named, or a cron line or the time zone is wrong.
        PiperollError: the server does not answer.
    """
    if not (url := PREFECT_API_URL.value()):
        raise UsageError(
            "no_server",
            "A schedule lives on a Prefect server, and PREFECT_API_URL names none.",
            remedy="In another terminal: prefect server start. Here: export PREFECT_API_URL=http://127.0.0.1:4200/api",
        )
    with get_client(sync_client=True) as client:
        if error := client.api_healthcheck():
            raise PiperollError(
                "server_unreachable", f"The Prefect server at {url} does not answer: {error}.", remedy="Start it."
            )
    deployments = []
    for corpus, line in schedules.items():
        try:
            CronSchedule(cron=line, timezone=time_zone)
        except ValueError:
            raise UsageError(
                "bad_schedule",
                f"Corpus {corpus}: {line!r} in time zone {time_zone} is no schedule.",
                remedy='Write it as "0 2 * * *" and the zone as Europe/Stockholm.',
            ) from None
        deployments.append(
            RunnerDeployment.from_flow(
                reindex_corpus,
                f"nightly-{corpus}",
                parameters={"corpus": corpus},
                schedule=Cron(line, timezone=time_zone, slug="nightly"),
                tags=["piperoll", "nightly"],
                concurrency_limit=ONE_AT_A_TIME,
                entrypoint_type=EntrypointType.MODULE_PATH,
            )
        )
    prefect.serve(*deployments, limit=1, pause_on_shutdown=False, print_starting_message=False)
