"""Put the service together: paths, errors, limits."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from importlib.util import find_spec

import anyio.to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from piperoll.library import EvidenceBase
from piperoll.serve import reading, searching, state
from piperoll.serve.answers import VERSION
from piperoll.serve.guard import Guard, Watch
from piperoll.serve.options import ServeOptions
from piperoll.serve.problems import DOCUMENTED, translate
from piperoll.serve.service import Service

ROUTERS = (state.router, searching.router, reading.router)
"""The paths of the API, by what they are for. A command that is to be served gets its path in one of these modules."""
Part = Callable[[FastAPI], None]
"""Adds paths to an application."""
ABOUT = """\
What the command line of Piperoll gives, over the published edition. Requests have the options of the commands, answers
the fields of `--json`, errors the codes of the command line as problem details."""
GZIP_BYTES = 1_000
GZIP_LEVEL = 4
"""Half of the processor time of the usual 9, for answers that are 3 % longer."""


def create(base: EvidenceBase, options: ServeOptions, parts: Iterable[Part] = ()) -> FastAPI:
    """Return the application that serves an evidence base.

    Args:
        base: with connections for as many threads as ``options`` names; closed when the application ends.
        options: how it is served.
        parts: what is served besides the API, such as the page.
    """
    service = Service.of(base, options)
    app = FastAPI(
        title="Piperoll",
        version=VERSION,
        description=ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
        redirect_slashes=False,
        lifespan=living,
    )
    app.state.service = service
    for router in ROUTERS:
        app.include_router(router, responses=DOCUMENTED)
    if find_spec("mcp"):  # of an extra of its own
        from piperoll.serve.mcp_http import router_of

        app.include_router(router_of(options))
    translate(app)
    for add in parts:
        add(app)
    app.add_middleware(GZipMiddleware, minimum_size=GZIP_BYTES, compresslevel=GZIP_LEVEL)
    app.add_middleware(Guard, service=service)
    app.add_middleware(Watch, service=service)
    return app


@asynccontextmanager
async def living(app: FastAPI) -> AsyncIterator[None]:
    """Warm up at the start, allow as many threads as there may be connections, and close the database at the end."""
    service: Service = app.state.service
    anyio.to_thread.current_default_thread_limiter().total_tokens = service.options.connections
    with service.running():
        yield
