"""Stand before every path: count and log requests, and turn away what asks for too much."""

import asyncio
import logging
import time
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from piperoll.errors import UsageError
from piperoll.serve.options import BODY_BYTES, BODY_SECONDS, TEXT_BYTES, WAITING, is_loopback
from piperoll.serve.problems import problem
from piperoll.serve.service import Service
from piperoll.serve.state import ALWAYS

LOG = logging.getLogger("piperoll.access")
MOST_BYTES = {"/api/check": TEXT_BYTES}
"""Of the body of a request to a path that takes more than others."""
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}
"""Headers of every answer. Who keeps an answer asks each time whether it still holds, by its tag."""


@dataclass
class Watch:
    """Log and count each request when it has been answered: by its path as the API describes it, without any text."""

    app: ASGIApp
    service: Service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        began, status, method = time.perf_counter(), 500, scope["method"]
        if method == "HEAD":  # answered as GET; the server sends no body, as it knows what was asked
            scope = {**scope, "method": "GET"}

        async def answered(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).update(SAFE)
            await send(message)

        try:
            await self.app(scope, receive, answered)
        finally:
            path = getattr(scope.get("route"), "path", "other")
            seconds = time.perf_counter() - began
            self.service.counts.add(path, status, seconds)
            client = scope.get("state", {}).get("client", "")
            LOG.info("%s %s %s %.0f ms %s", method, path, status, 1_000 * seconds, client)


@dataclass
class Guard:
    """Turn away requests with a strange host, a large or late body, or while too many wait."""

    app: ASGIApp
    service: Service
    within: int = field(default=0, init=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        if scope["type"] != "http" or scope["path"] in ALWAYS:
            return await self.app(scope, receive, send)
        try:
            self._check_host(Headers(scope=scope).get("host", ""))
            body = await _body(receive, MOST_BYTES.get(scope["path"], BODY_BYTES))
            self._check_room()
        except UsageError as error:
            return await problem(error)(scope, receive, send)
        self.within += 1
        try:
            await self.app(scope, _Replay(body, receive), send)
        finally:
            self.within -= 1

    def _check_host(self, host: str) -> None:
        """Make sure that a service without keys is asked by its own name.

        A page of another site could otherwise let its name lead here, and read what the browser is answered.
        """
        name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
        if not self.service.options.needs_keys and not is_loopback(name):
            raise UsageError("host_unknown", "This service answers to localhost only.", remedy="Ask 127.0.0.1.")

    def _check_room(self) -> None:
        if self.within >= self.service.options.connections * (WAITING + 1):
            raise UsageError("service_busy", "Too many requests wait.", remedy="Try again in a second.")


async def _body(receive: Receive, most: int) -> bytes:
    """Return the body of a request.

    Args:
        receive: its parts.
        most: bytes.

    Raises:
        UsageError: it is too large, or comes too late.
    """
    parts, size, more = [], 0, True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                more = message.get("more_body", False)
                if size > most:
                    raise UsageError("body_too_large", f"A request may have {most:,} bytes.", remedy="Ask shorter.")
    except TimeoutError:
        raise UsageError("body_late", "The request did not come in time.", remedy="Send it again.") from None
    return b"".join(parts)


class _Replay:
    """Give a body that was read to who reads it next, then what comes after it."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._message: Message | None = {"type": "http.request", "body": body, "more_body": False}
        self._receive = receive

    async def __call__(self) -> Message:
        if self._message:
            message, self._message = self._message, None
            return message
        return await self._receive()
