"""What the model of :mod:`tests.claude` says to a request, by the request alone."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

import orjson

PIECE = re.compile(r"\w{1,5}|[^\w\s]")
"""What this model takes for a token."""
Body = Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the model says: its text, why it ends, and tools that it calls though it has none."""

    text: str
    stopped: str = "end_turn"
    tools: Sequence[str] = ()


Brain = Callable[[Body], Reply]


def tokens(text: str) -> int:
    return len(PIECE.findall(text))


def texts_of(body: Body) -> list[tuple[str, bool]]:
    """The texts of a request, and whether each is one to keep in the cache."""
    parts = [part for message in body["messages"] for part in _parts(message["content"])]
    return [(part["text"], "cache_control" in part) for part in [*_parts(body.get("system", "")), *parts]]


def _parts(content: Any) -> list[dict[str, Any]]:
    return [{"text": content}] if isinstance(content, str) else list(content)


def asked(body: Body) -> str:
    """All that the user says in the first turn."""
    return "\n".join(part["text"] for part in _parts(body["messages"][0]["content"]))


def name_of(body: Body) -> bytes:
    """What tells one request from another, whether it is streamed or not."""
    return orjson.dumps({name: body[name] for name in sorted(body) if name not in ("stream", "anthropic_version")})


def by_schema(body: Body) -> Reply:
    """The brain that fills in the schema with the least that it takes."""
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    return Reply(orjson.dumps(_least(schema, schema.get("$defs", {}))).decode())


LISTED = re.compile(r'<chunk id="(\w+)" path="([^"]*)">([^<]*)</chunk>')
TITLE = re.compile(r'<document title="([^"]*)">')


def summaries(body: Body) -> Reply:
    """The brain that writes context prefixes which are true: title, and the first words of the chunk."""
    text = asked(body)
    title = unescape(TITLE.findall(text)[0])
    told: list[dict[str, Any]] = [
        {"id": name, "text": f"{title} om {' '.join(unescape(shown).split()[:14])}"}
        for name, _, shown in LISTED.findall(text)
    ]
    if '"questions"' in orjson.dumps(body["output_config"]).decode():
        for one in told:
            one["questions"] = [f"Vad säger {title.lower()}?", f"{' '.join(one['text'].split()[-4:]).rstrip('.')}?"]
    return Reply(orjson.dumps({"prefixes": told}).decode())


BLOCK = re.compile(r'<(block|fact) id="(\w+)" document="([^"]*)" title="([^"]*)">\n(.*?)\n</\1>', re.DOTALL)
QUESTION = re.compile(r"<question>(.*)</question>", re.DOTALL)


def answered(body: Body) -> Reply:
    """The brain that answers with the first words of each block, each quoted; it misses what "missing" is asked of."""
    text = asked(body)
    told = []
    for kind, name, _, _, shown in BLOCK.findall(text):
        words = unescape(shown).split()
        quote = (
            unescape(shown).partition(": ")[2].partition(",\x20printed")[0] if kind == "fact" else " ".join(words[:8])
        )
        told.append({"text": f"Det står: {quote}", "citations": [{"block": name, "quote": quote}]})
    question = unescape(QUESTION.findall(text)[-1])
    return Reply(orjson.dumps({"sentences": told, "missing": [question] if "missing" in question else []}).decode())


def reworded(body: Body) -> Reply:
    """The brain that says a question in two other ways: the words the other way round, and without the first."""
    words = unescape(QUESTION.findall(asked(body))[-1]).rstrip("?").split()
    variants = [" ".join(reversed(words)), " ".join(words[1:])]
    return Reply(orjson.dumps({"variants": variants}).decode())


PASSAGE = re.compile(r'<passage document="[^"]*" stands="[^"]*">\n(.*?)\n</passage>', re.DOTALL)


def stated(body: Body) -> Reply:
    """The brain that makes a triplet of each line of a passage: its first word, its second, the rest."""
    lines = unescape(PASSAGE.findall(asked(body))[0]).splitlines()
    told = [
        {"sentence": line, "subject": words[0], "predicate": words[1], "object": " ".join(words[2:])}
        for line in lines
        if len(words := line.split()) > 3
    ]
    return Reply(orjson.dumps({"triplets": told}).decode())


def by_stage(body: Body) -> Reply:
    """The brain that does what each stage asks, told by its schema."""
    known = {"prefixes": summaries, "sentences": answered, "variants": reworded, "triplets": stated}
    schema = body.get("output_config", {}).get("format", {}).get("schema", {})
    return next((brain for name, brain in known.items() if name in schema.get("properties", {})), by_schema)(body)


def _least(schema: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    if "$ref" in schema:
        return _least(known[schema["$ref"].rpartition("/")[2]], known)
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return _least(schema["anyOf"][0], known)
    match schema.get("type"):
        case "object":
            return {name: _least(inner, known) for name, inner in schema.get("properties", {}).items()}
        case "array":
            return []
        case "integer" | "number":
            return 0
        case "boolean":
            return False
    return "answer"
