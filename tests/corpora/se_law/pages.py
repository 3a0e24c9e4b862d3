"""Regulations of agencies as HTML pages."""

PAGE = """<html><head><title>FYFS 2031:4</title><style>p {{}}</style></head><body>
<article class="sfs">
<div class="lovhead"><h1><p class="text">FYFS 2031:4</p><p class="text">Föreskrifter om fyrar</p></h1></div>
<div class="body">{body}</div>{after}</article></body></html>"""


def section(number: str) -> str:
    return f'<h3 class="paragraph"><a class="paragraf" name="P{number}">{number} §</a></h3>'


def chapter(title: str) -> str:
    return f'<h2 class="kapitel-rubrik">{title}</h2>'


ADVICE = '<div class="allmanna-rad"><p><strong>Allmänna råd</strong></p><p>Fyren bör målas.</p></div>'


def regulation(body: str, after: str = "") -> str:
    return PAGE.format(body=body, after=after)
