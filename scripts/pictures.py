"""Take the pictures of the page in docs/images.

    python -m scripts.pictures ADDRESS EDITIONS

ADDRESS is that of a service with the corpora of `make demo`, EDITIONS a corpus of it that has several editions and a
gold set. Needs the Chromium of the system. Colours are reduced to a palette: the pictures are a third as large.
"""

import io
import shutil
import sys
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"
DESK, PHONE = (1280, 860), (390, 844)
COLOURS = 48
QUERY = "who must keep a harbour light burning"
FYRLAG = "/document?corpus=demo&key=SFS+2031:12&q=vem+ansvarar+f%C3%B6r+att+fyren+lyser&path=kap2.%C2%A71"
CASE = "/document?corpus=demo-judgments&key=[2031]+HKCFI+9901&q=light&path=para.9"
TERMS = "corpus=demo-terms&key=Lanternfish/Terms+of+Service"


def main(address: str, corpus: str) -> None:
    """Take each picture.

    Args:
        address: of the service.
        corpus: of the picture of editions.
    """
    search = f"/?q={QUERY}&corpus=demo-judgments&corpus=demo-ordinances"
    pictures: list[tuple[str, str, tuple[int, int], Literal["light", "dark"]]] = [
        ("search", search, DESK, "light"),
        ("search-phone", search, PHONE, "dark"),
        ("document", f"{CASE}#passage", DESK, "light"),
        ("document-phone", f"{FYRLAG}#passage", PHONE, "light"),
        ("as-of", f"/document?{TERMS}&as_of=2025-03-01", DESK, "dark"),
        ("diff", f"/diff?{TERMS}", DESK, "light"),
        ("editions", f"/editions?corpus={corpus}", DESK, "dark"),
    ]
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, path, (width, height), scheme in pictures:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            answer = page.goto(address + path)
            if answer is None or not answer.ok:
                sys.exit(f"{path} cannot be shown: is it the service of make demo?")
            taken = Image.open(io.BytesIO(page.screenshot()))
            file = IMAGES / f"page-{name}.png"
            taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
            print(f"{file.name} {file.stat().st_size:,} bytes")
            page.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
