"""Answer with server-sent events: what is told while an answer is made."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Literal

from anyio import from_thread, to_thread
from anyio.lowlevel import current_token
from pydantic import Json, TypeAdapter
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from piperoll.results.answers import AnswerSentence, AskResult
from piperoll.results.base import Result
from piperoll.serve.answers import as_json
from piperoll.serve.problems import Problem, as_error, told_of

MEDIA_TYPE = "text/event-stream"
Tell = Callable[[str, object], None]
"""Called with the name of an event and its data, on any thread."""


class SentenceTold(Result):
    """A sentence of an answer, whole and checked."""

    event: Literal["sentence"]
    data: Json[AnswerSentence]


class AnswerBegun(Result):
    """The answer begins once more: the sentences before do not count."""

    event: Literal["again"]
    data: Json[Mapping[str, Any]]


class AnswerTold(Result):
    """The whole answer, last: what ``piperoll ask --json`` prints."""

    event: Literal["answer"]
    data: Json[AskResult]


class ProblemTold(Result):
    """Tell what went wrong; nothing comes after it."""

    event: Literal["problem"]
    data: Json[Problem]


def described(path: str) -> dict[str, Any]:
    """Return the events of an answer as the description of the API has them.

    Args:
        path: of the API, where their schemas stand.
    """
    place = f"#/paths/{path.replace('/', '~1')}/post/responses/200/content/{MEDIA_TYPE.replace('/', '~1')}/itemSchema"
    events = TypeAdapter(SentenceTold | AnswerBegun | AnswerTold | ProblemTold)
    schema = events.json_schema(ref_template=f"{place}/$defs/{{model}}")
    content = {MEDIA_TYPE: {"itemSchema": schema}}
    return {"description": "Events; the last one is `answer` or `problem`.", "content": content}


class Events(Response):
    """Events that a function tells on a thread of its own. It goes on when the client leaves.

    What fails before the first event is answered as a problem; afterwards it is an event of that name.
    """

    media_type = MEDIA_TYPE

    def __init__(self, work: Callable[[Tell], None]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See the ASGI specification."""
        begun = False

        async def put(event: str, data: object) -> None:
            nonlocal begun
            if not begun:
                begun = True
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            body = b"event: %s\ndata: %s\n\n" % (event.encode(), as_json(data))
            await send({"type": "http.response.body", "body": body, "more_body": True})

        token = current_token()

        def tell(event: str, data: object) -> None:
            from_thread.run(put, event, data, token=token)

        try:
            await to_thread.run_sync(self._work, tell)
        except Exception as error:
            if not begun:
                raise
            await put("problem", told_of(as_error(error)).model_dump(exclude_none=True))
        with suppress(OSError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})
