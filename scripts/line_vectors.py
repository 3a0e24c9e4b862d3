"""Write the vectors of the lines of thesauri, which a search compares with its question.

    python -m scripts.line_vectors          # ten minutes; torch comes with the extra `rerank`

A file has ``wordings``; ``vectors``, one of each line, in eight bits a number; and ``common``, the mean vector of
questions. What they are for: :mod:`piperoll.search.near_wordings`.

``se-law-questions.txt`` has further lines, whose names are questions: a search needs only their vectors, so the package
goes without the text. Any other name is asked in two questions. The vector of a line is that of its names and its
wording as one passage, and with half the weight the mean of those of its questions. Then a linear map is learned by
which a question finds its line among all lines: itself, of which the line is made, left out of it. What the map does to
a question it can as well do to the lines, so a search computes nothing more. No question of a gold set takes part.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from piperoll.corpora import se_law
from piperoll.embed import backend
from piperoll.search.near_wordings import Floats, unit
from piperoll.text import thesaurus

QUESTIONS = Path(__file__).with_name("se-law-questions.txt")
FORMS = """
får man {} | får jag {} | kan jag {} | måste jag {} | kan de bara {} | när får man {} | varför får jag inte {}
vilka får {} | är det olagligt {} | {}, är det tillåtet? | min granne {}, får han det? | Min son {}, kan han det?
vad gäller om {} | {} vad gäller | gäller det även {} | Vi har {}, vad säger lagen? | Vad är reglerna för {}?
vad händer om {} | {} vad gör jag | {} och nu vet jag inte vad jag ska göra | min mamma {}, hur gör vi?
hur funkar det med {} | Jag undrar om {} | vart vänder jag mig om {} | chefen säger {}, stämmer det?
hur mycket får man för {} | vem betalar {} | kostar det något {} | {}, kan jag få ersättning? | Har jag rätt till {}?
hur länge {} | {} hur lång tid har jag på mig | hur gammal måste man vara för {} | räcker det att {}
{} – vem bestämmer? | kommunen {} kan jag klaga | {} måste jag acceptera det
vad är straffet för {} | kan man bli straffad för {} | finns det någon gräns för {}
"""
"""How people ask in Swedish; a name stands for ``{}``."""
ASKED = 2
"""Questions for each name."""
SENTENCE = 6
"""Words from which a name is a question by itself."""
OWN = 0.5
"""Weight of the questions of a line beside its passage. This, DECAY and TEMPERATURE found most names of statutes whose
names were left out (docs/benchmarks.md)."""
DECAY, TEMPERATURE = 0.02, 0.05
TAUGHT = 20_000
"""Names from which the map is learned, drawn at random: it takes minutes."""
EPOCHS, BATCH, RATE = 6, 512, 1e-3


class Learned(NamedTuple):
    """Hold what a file has besides the wordings."""

    vectors: Floats
    """Of the lines, shape (lines, dimension)."""
    common: Floats
    """The mean of the vectors of all questions, each of length 1. Shape (dimension,)."""


def lines() -> dict[str, list[str]]:
    """Return the names of each wording of the thesaurus, and the questions of each of the further lines."""
    return thesaurus.names_of(QUESTIONS) | thesaurus.names_of(se_law.THESAURUS)


def passage(names: Sequence[str], wording: str) -> str:
    """Return a line of a thesaurus as a text: its names, then its wording."""
    return ". ".join(filter(None, (", ".join(names), wording)))


def questions(names: Sequence[str]) -> list[str]:
    """Return each name in :data:`ASKED` questions, by turns in all forms; a name of SENTENCE words is one as it is."""
    forms = [form.strip() for line in FORMS.strip().splitlines() for form in line.split(" | ")]
    every = (names[turn // ASKED] for turn in range(ASKED * len(names)))
    return [
        name if len(name.split()) >= SENTENCE else forms[turn % len(forms)].format(name)
        for turn, name in enumerate(every)
    ]


def learned(names: Mapping[str, Sequence[str]], model: str) -> Learned:
    """Return the vectors of the lines of a thesaurus.

    Args:
        names: of each wording.
        model: name of the embedding backend.
    """
    embedded = backend.get(model).embed
    line_of = np.array([line for line, given in enumerate(names.values()) for _ in given])
    halves = backend.embed_queries(model, questions([name for given in names.values() for name in given]))
    whole = unit(halves.astype(np.float32))
    common = whole.mean(axis=0)
    asked: Floats = unit(whole - common).reshape(len(line_of), ASKED, -1)
    of_name = asked.mean(axis=1)
    of_line = np.zeros((len(names), of_name.shape[1]), np.float32)
    np.add.at(of_line, line_of, of_name)
    every = unit(embedded([passage(given, wording) for wording, given in names.items()]).vectors.astype(np.float32))
    without = [
        passage([other for other in given if other != name], wording)
        for wording, given in names.items()
        for name in given
    ]
    some = np.random.default_rng(0).permutation(len(without))[:TAUGHT]
    rest = unit(embedded([without[name] for name in some]).vectors.astype(np.float32)) - every.mean(axis=0)
    every = unit(unit(every - every.mean(axis=0)) + OWN * unit(of_line))
    rest = unit(unit(rest) + OWN * unit(of_line[line_of[some]] - of_name[some]))
    change = fitted(asked[some], line_of[some], every, rest)
    return Learned(every + every @ change.T, common)


def fitted(asked: Floats, line_of: NDArray[np.int64], lines: Floats, rest: Floats) -> Floats:
    """Return what a linear map adds to a question so that its line is the nearest one.

    Args:
        asked: the questions of each name. Shape (names, ASKED, dimension).
        line_of: the line of each name. Shape (names,).
        lines: the vectors of the lines. Shape (lines, dimension).
        rest: the vector of the line of each name without that name. Shape (names, dimension).

    Returns:
        Shape (dimension, dimension); the map is the identity and this.
    """
    import torch  # two seconds, which what reads the lines saves
    from torch.nn.functional import cross_entropy

    torch.manual_seed(0)
    change = torch.zeros(lines.shape[1], lines.shape[1], requires_grad=True)
    steps = torch.optim.Adam([change], lr=RATE)
    given, own, every, without = map(torch.from_numpy, (asked, line_of, lines, rest))
    for _ in range(EPOCHS):
        order = torch.randperm(ASKED * len(own))
        for start in range(0, len(order), BATCH):
            turns = order[start : start + BATCH]
            name = turns // ASKED
            question = given[name, turns % ASKED]
            question = question + question @ change
            near = (question @ every.T).scatter(
                1, own[name][:, None], (question * without[name]).sum(dim=1, keepdim=True)
            )
            loss = cross_entropy(near / TEMPERATURE, own[name]) + DECAY * change.square().sum()
            steps.zero_grad()
            torch.autograd.backward(loss)
            steps.step()
    return change.detach().numpy()


def eight_bits(vectors: Floats) -> NDArray[np.int8]:
    """Return vectors in eight bits a number, up to one factor for all. Shape as given."""
    return np.asarray(np.rint(vectors * (127 / np.abs(vectors).max())), np.int8)


if __name__ == "__main__":
    for model, file in se_law.LINE_VECTORS.items():
        names = lines()
        vectors, common = learned(names, model)
        np.savez_compressed(file, wordings=np.array(list(names)), vectors=eight_bits(vectors), common=common)
