"""Answer clients of the Model Context Protocol over HTTP: a path of the service, with its keys and limits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from mcp.server.context import ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response
from starlette.types import Receive, Send
from starlette.types import Scope as Asked

from piperoll.serve.access import Access, asking
from piperoll.serve.mcp_server import server_of
from piperoll.serve.options import BODY_BYTES, ServeOptions
from piperoll.store.keys import Scope

PATH = "/mcp"
HERE = ("127.0.0.1", "localhost", "[::1]")


def router_of(options: ServeOptions) -> APIRouter:
    """Return the path.

    Each request is answered by itself, in JSON: no session is kept, so that a client holds neither memory nor one of
    the places of those that are worked on.
    """
    manager = StreamableHTTPSessionManager(
        server_of(_access_of),
        json_response=True,
        stateless=True,
        max_request_body_size=BODY_BYTES,
        security_settings=security(options),
    )

    @asynccontextmanager
    async def living(app: Any) -> AsyncIterator[None]:
        async with manager.run():
            yield

    router = APIRouter(lifespan=living)

    @router.post(PATH, include_in_schema=False)
    async def answer(
        request: Request, access: Annotated[Access, Depends(asking(Scope.SEARCH, Scope.READ))]
    ) -> Response:
        request.state.access = access
        return _Answer(manager)

    return router


def security(options: ServeOptions) -> TransportSecuritySettings:
    """Return what is asked of the headers ``Host`` and ``Origin``.

    A service without keys is asked by this machine's own pages and programs only. Where keys are needed no page of
    another site can send one.
    """
    origins = [f"{scheme}://{host}{port}" for scheme in ("http", "https") for host in HERE for port in ("", ":*")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=not options.needs_keys,
        allowed_hosts=[f"{host}{port}" for host in (*HERE, options.host) for port in ("", ":*")],
        allowed_origins=origins,
    )


def _access_of(context: ServerRequestContext[Any, Any]) -> Access:
    request: Any = context.request
    access: Access = request.state.access
    return access


class _Answer(Response):
    """Let the manager of the SDK answer in place of a response of ours."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        super().__init__()
        self._manager = manager

    async def __call__(self, scope: Asked, receive: Receive, send: Send) -> None:
        await self._manager.handle_request(scope, receive, send)
