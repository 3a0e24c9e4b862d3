"""Guess the language of a text by its script and its commonest words, which costs little."""

import re
from collections import Counter

SAMPLE = 20_000
"""Characters that are read."""
CERTAIN = 0.04
"""Share of the words that must be among the commonest of a language; in prose it is 0.15 to 0.4."""
LATIN = re.compile(r"[^\W\d_]+")
ADDRESS = re.compile(r"[./@_](?<=[\w\]].)(?=[\w/])")
"""Part of what is no word of a language: "example.com/policy", "name@example.org"."""
BETWEEN = "|()<>"
"""Stand between words like a space."""
COMMON = {
    "en": "the of and to in or you your we our that any for is are with this not be by may",
    "fr": "le la les des du et de vous nous votre vos que pour est dans une sur par ou aux",
    "de": "der die das und von zu sie wir ihre den mit für ist nicht oder auf im eine werden des",
    "es": "el los las de del que y en para por una su con se sus no al o nuestros usted",
    "it": "il di che la le per del della dei e in un una gli sono con non dell alla i",
    "pt": "o os de da do que e em para por uma não seu sua com dos das ao você são",
    "nl": "de het een van en te in dat is op voor met u je wij niet of zijn aan door",
    "sv": "och att det som en på är av för med du vi inte till om den kan eller vår har",
    "da": "og at det som en på er af for med du vi ikke til om den kan eller dig har",
    "no": "og å det som en på er av for med du vi ikke til om den kan eller deg har",
    "fi": "ja on ei tai sekä että voi ovat se joka kun mukaan käyttäjä palvelun kuin jos myös sen",
    "pl": "i w z na do nie się że jest lub oraz dla przez jak od o może są przypadku po",
    "cs": "a v na se je že do nebo pro s z o od k za jsou by být jako není",
    "sk": "a v na sa je že do alebo pre s z o od k za sú by byť ako nie",
    "sl": "in v na se je da za ali so z s ki pri od ne po lahko kot ter za",
    "hr": "i u na se je da za ili su s koji od ne o može te kao bez ako koje",
    "ro": "de și si în in la cu pe care sau nu este din pentru să sa ce prin al ale",
    "hu": "a az és hogy nem is vagy van egy ha meg el lehet által szerint illetve az amely során ezt",
    "et": "ja on ei või kui ning et mis see oma kes teie selle kasutaja võib ka kõik meie poolt tema",
    "lt": "ir į kad yra bei ar su iš ne už nuo taip jūs kaip arba dėl apie jei tik turi",
    "lv": "un ir no uz par kas ar vai ka lai jūs tiek var pie ja mēs mūsu jūsu arī pēc",
}
WORDS = {language: frozenset(words.split()) for language, words in COMMON.items()}
SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("uk", re.compile(r"[іїєґІЇЄҐ]")),
    ("ru", re.compile(r"[ыэёЫЭЁ]")),
    ("bg", re.compile(r"[\u0400-\u04ff]")),
)
OTHER_SCRIPT = re.compile(r"[\u0370-\u04ff\u0590-\u06ff\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
"""A mark of one of SCRIPTS."""
OWN_SCRIPT = 0.1
"""Share of the letters from which a script decides; a few marks of Ukrainian or Russian are enough among Cyrillic."""
OWN_MARKS = 0.01


def guess(text: str) -> str:
    """Return the ISO 639-1 code of the language of most of the beginning of ``text``; "" where it is not clear."""
    sample = text[:SAMPLE]
    if OTHER_SCRIPT.search(sample) and (script := _by_script(sample)):
        return script
    sample = sample.lower()
    for sign in BETWEEN:
        sample = sample.replace(sign, " ")
    words = sample.split()
    counts = Counter(filter(str.isalpha, words))
    counts.update(LATIN.findall(_without_addresses(" ".join(word for word in words if not word.isalpha()))))
    hits = {language: sum(counts.get(word, 0) for word in common) for language, common in WORDS.items()}
    best = max(hits, key=lambda language: hits[language])
    return best if hits[best] >= CERTAIN * max(1, counts.total()) else ""


def _without_addresses(words: str) -> str:
    """Return words, with one space between two, without those in which an address is seen."""
    kept, end = [], 0
    for mark in ADDRESS.finditer(words):
        if mark.start() >= end:
            kept.append(words[end : words.rfind(" ", end, mark.start()) + 1 or end])
            end = words.find(" ", mark.start()) + 1 or len(words)
    return "".join([*kept, words[end:]])


def _by_script(sample: str) -> str:
    """Return the language that the script shows; "" where it shows none."""
    letters = sum(map(str.isalpha, sample)) or 1
    for language, marks in SCRIPTS:
        share = len(marks.findall(sample)) / letters
        if share > (OWN_MARKS if language in ("uk", "ru", "ja") else OWN_SCRIPT):
            return language
    return ""
