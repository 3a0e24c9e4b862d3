"""Documents that would run a script in the browser of who reads them, if anything of theirs were not escaped."""

from collections.abc import Iterator
from pathlib import Path

SCRIPT = "window.harmed=(window.harmed||0)+1;alert(document.domain)"
TAGS = (
    "<script>{s}</script>", "<img src=x onerror={s}>", "<svg onload={s}>", "<body onload={s}>",
    "<a href=javascript:{s}>x</a>",
    "<iframe srcdoc='<script>{s}</script>'></iframe>", "<details open ontoggle={s}>", "<input autofocus onfocus={s}>",
    "<form action=javascript:{s}><button>x</button></form>", "<video><source onerror={s}></video>",
    "<style>@import'javascript:{s}'</style>", "<meta http-equiv=refresh content='0;url=javascript:{s}'>",
    "<object data=javascript:{s}></object>", "<base href=javascript:{s}//>", "<marquee onstart={s}>",
    "<link rel=stylesheet href=data:,*{{}}>", "<math><mtext></mtext><script>{s}</script></math>",
)  # fmt: skip
BREAKS = (
    '"',
    "'",
    '">',
    "'>",
    "</title>",
    "</script>",
    "</mark></a></p>",
    "--><!--",
    "]]>",
    "&lt;",
    "{{7*7}}",
    "{% raw %}",
)
"""Ways out of where a text stands: an attribute, an element, a comment, a template."""


def payloads() -> list[str]:
    """Fifty texts, each another way in."""
    return [BREAKS[number % len(BREAKS)] + TAGS[number % len(TAGS)].format(s=SCRIPT) for number in range(50)]


def write(folder: Path) -> Iterator[str]:
    """Write terms of fifty services in two snapshots, and yield the key of each document."""
    for number, payload in enumerate(payloads()):
        service = f"S{number} {payload}".replace("/", "∕")[:120]
        for day, fee in (("2025-03-01", "ten crowns"), ("2026-03-01", f"twenty crowns {payload}")):
            own = folder / day / service
            own.mkdir(parents=True)
            text = (
                f"{payload} Terms of Service\n\n1. Payment {payload}\n\n1.1 The keeper pays {fee} for the lamp,"
                f" see section 2. {payload}\n\n2. Ending {payload}\n\n2.1 Section 1 ends with the lamp. {payload}\n"
            )
            (own / "Terms of Service.md").write_text(text, encoding="utf-8")
        yield f"{service}/Terms of Service"
