"""Parts of a CanonicalDocumentJson."""

from typing import Any


def provision(number: str | int, *texts: str, role: str = "STYCKE", **fields: Any) -> dict[str, Any]:
    return {
        "number": number,
        "heading": None,
        "content": "\n".join(texts),
        "amendedBy": None,
        "stycken": [{"number": i, "text": text, "role": role} for i, text in enumerate(texts, 1)],
        **fields,
    }


def chapter(number: str | int | None, *provisions: dict[str, Any], title: str | None = None) -> dict[str, Any]:
    return {"number": number, "title": title, "paragrafer": list(provisions)}
