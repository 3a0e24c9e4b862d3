"""Rerank the first candidates by a model that reads the query and a passage together.

The scores of the model are normalised within the candidates and blended with the scores of the search. A model that is
missing or fails changes nothing: the search goes on without it, and the result says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from piperoll.embed import backend, hub
from piperoll.errors import PiperollError
from piperoll.search.normalise import Floats, stretched
from piperoll.search.pool import of_reranker
from piperoll.settings import Settings

DEFAULT = "BAAI/bge-reranker-v2-m3"
"""A cross-encoder that reads a hundred languages."""
LATE_INTERACTION = "late-interaction"
"""The name of the one that needs no model of its own."""
OF_MODEL: Mapping[Literal["minilm", "e5"], str] = {"minilm": LATE_INTERACTION, "e5": f"{LATE_INTERACTION}-e5"}
"""Its names by the bundled models whose tokens it compares."""
READ_TOKENS = 2048
"""Tokens that are read of a query and a passage at most; many cross-encoders take only 512. Longer chunks are rare."""

ANSWER = 5.0
"""Seconds for the Hub to answer, before a model is downloaded: its client asks five times, for a minute."""

REMEDY = "Name a folder or a model that was downloaded. One that the settings of the corpus name is downloaded."

INSTALL = "Install it with pip install 'piperoll[rerank]'; the reranker late-interaction needs nothing."


class Reranker(Protocol):
    """Describe a model that scores passages against a query."""

    name: str

    @property
    def tokens(self) -> int:
        """Return how many tokens of a query and a passage together it reads at most."""

    def score(self, query: str, passages: Sequence[str]) -> Floats:
        """Return a score for each passage, shape (len(passages),): higher is better, on any scale, NaN for none.

        Raises:
            PiperollError: the model cannot be used; the remedy says what to do.
        """
        ...


@dataclass(frozen=True, slots=True)
class Rerank:
    """Describe how a search is reranked."""

    model: Reranker
    weight: float = 0.3
    """Share of the model's score in the final one."""
    candidates: int = 20
    """Candidates that the model reads at least."""

    @property
    def settings(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"model": self.model.name, "weight": self.weight, "candidates": self.candidates}

    def pool(self, k: int) -> int:
        """Return how many candidates are read for the best ``k``."""
        return of_reranker(k, self.candidates)


@dataclass(frozen=True, slots=True)
class Reranked:
    """Hold the result of reranking."""

    order: Sequence[int]
    """Indices of the candidates, best first."""
    scores: Sequence[float]
    """The final score by index."""
    by_model: Sequence[float | None]
    """The score of the model by index; None: it gave none."""
    problem: str | None
    """Why the model changed nothing; None: it did."""


def rerank(settings: Rerank, query: str, passages: Sequence[str], combined: Sequence[float]) -> Reranked:
    """Order candidates by the blend of their ``combined`` scores and those of the model.

    Args:
        settings: which model, and how much its score counts.
        query: the query.
        passages: the texts of the first candidates, the best first; those behind them are not read.
        combined: scores of all candidates, higher is better.

    Returns:
        The new order, with the problem if the model failed.
    """
    raw = np.full(len(combined), np.nan)
    problem = None
    try:
        if passages:
            raw[: len(passages)] = settings.model.score(query, passages)
            if not np.isfinite(raw).any():
                problem = f"The reranker {settings.model.name} gave no score."
    except PiperollError as error:
        problem = f"{error.message} {error.remedy}".strip()
    scores = blend(np.asarray(combined, np.float64), raw, settings.weight)
    order = np.argsort(-scores, kind="stable")
    by_model = [float(score) if np.isfinite(score) else None for score in raw]
    return Reranked(order.tolist(), scores.tolist(), by_model, problem)


def unusable(settings: Rerank) -> str | None:
    """Return why the model cannot be used; None: it can."""
    return rerank(settings, "what is due", ["A fee is due."], [0.0]).problem


def blend(combined: Floats, reranked: Floats, weight: float) -> Floats:
    """Return ``(1 - weight) * combined + weight * reranked``, both normalised to 0..1 within the candidates.

    Where ``reranked`` is no number, the score is the combined one alone. If all of ``reranked`` are equal, which tells
    nothing, all scores are.

    Args:
        combined: scores of the search, shape (candidates,).
        reranked: scores of the model, shape (candidates,); NaN for none.
        weight: share of the model's score.

    Returns:
        Shape (candidates,).
    """
    combined, reranked = np.nan_to_num(stretched(combined), nan=1.0), stretched(reranked)
    return np.where(np.isnan(reranked), combined, (1 - weight) * combined + weight * reranked)


class CrossEncoder:
    """A cross-encoder of sentence-transformers reads query and passage as one text.

    Its name is a folder, or a name on the Hugging Face Hub. A model that was downloaded before is used without the
    network; another one is downloaded only with ``download``.
    """

    def __init__(self, name: str, *, download: bool = False) -> None:
        self.name = name
        self.download = download

    @property
    def tokens(self) -> int:
        """See :attr:`Reranker.tokens`; a model that cannot be loaded says so when it is to score."""
        model = _load(self.name, self.download)
        return READ_TOKENS if isinstance(model, PiperollError) else int(model.max_seq_length)

    def score(self, query: str, passages: Sequence[str]) -> Floats:
        """See :meth:`Reranker.score`. A pair on which the model fails has no score."""
        model = _load(self.name, self.download)
        if isinstance(model, PiperollError):
            raise model
        pairs = [(query, passage) for passage in passages]
        try:
            return _predict(model, pairs)
        except Exception:  # whatever it is: one pair must not cost the others their scores, nor the reader the search
            return np.concatenate([_predict_one(model, pair) for pair in pairs])


class LateInteraction:
    """Late interaction compares the token vectors of a bundled model (MaxSim).

    Each token of the query finds its best token in the passage, and the score is the mean of these cosines (Khattab and
    Zaharia, ColBERT, SIGIR 2020).
    """

    tokens = READ_TOKENS

    def __init__(self, model: Literal["minilm", "e5"] = "minilm") -> None:
        self.name, self._model = OF_MODEL[model], model

    def score(self, query: str, passages: Sequence[str]) -> Floats:
        """See :meth:`Reranker.score`."""
        model: Any = backend.get(self._model)
        (of_query,) = getattr(model, "query_token_vectors", model.token_vectors)([query], READ_TOKENS)
        of_passages = model.token_vectors(passages, READ_TOKENS)
        if not len(of_query):
            return np.full(len(passages), np.nan)
        return np.array([(of_query @ tokens.T).max(axis=1).mean() if len(tokens) else np.nan for tokens in of_passages])


def get(name: str, *, download: bool = False) -> Reranker:
    """Return the reranker of that name; nothing is loaded until it scores."""
    for model, its_name in OF_MODEL.items():
        if name == its_name:
            return LateInteraction(model)
    return CrossEncoder(name, download=download)


def configured(
    settings: Settings, corpus: str, *, wanted: bool | None = None, name: str | None = None
) -> Rerank | None:
    """Return how searches in a corpus are reranked by the settings; None: not at all.

    Args:
        settings: those of the process.
        corpus: its name.
        wanted: rerank, or not; None: if the settings name a reranker for the corpus.
        name: this reranker instead of that of the settings. Only one that the settings name may be downloaded.

    Returns:
        Model, weight and candidates; None: searches are not reranked.
    """
    table = settings.corpus.get(corpus)
    named = table.reranker if table else None
    chosen = name or named or (DEFAULT if wanted else None)
    if wanted is False or chosen is None:
        return None
    model = get(chosen, download=chosen == named)
    return Rerank(model, table.rerank_weight, table.rerank_candidates) if table else Rerank(model)


def _predict(model: Any, pairs: Sequence[tuple[str, str]]) -> Floats:
    return np.asarray(model.predict(list(pairs), show_progress_bar=False), np.float64).reshape(len(pairs))


def _predict_one(model: Any, pair: tuple[str, str]) -> Floats:
    try:
        return _predict(model, [pair])
    except Exception:  # see CrossEncoder.score
        return np.array([np.nan])


@cache
def _load(name: str, download: bool) -> Any:
    """Return the model, or the error that says why there is none: looked for once in a process."""
    try:
        return _loaded(name, download)
    except PiperollError as error:
        return error
    except ModuleNotFoundError as error:
        wrong = f"The reranker {name} needs a package that is not installed: {error.name}."
        return PiperollError("reranker_not_installed", wrong, remedy=INSTALL)


def _loaded(name: str, download: bool) -> Any:
    """Return the model. Its package takes seconds to load, which a model that is not here does not cost."""
    if not find_spec("sentence_transformers"):
        raise ModuleNotFoundError(name="sentence_transformers")
    folder = Path(name) if Path(name).is_dir() else hub.downloaded(name)
    if folder is None and not download:
        raise PiperollError("reranker_missing", f"The reranker {name} is not on this machine.", remedy=REMEDY)
    if folder is None and (reason := _unanswered()):
        wrong = f"The reranker {name} is not on this machine, and its Hub does not answer: {reason}"
        raise PiperollError("reranker_unreachable", wrong, remedy=REMEDY)
    from sentence_transformers import CrossEncoder as Model

    try:
        with hub.no_progress_bar():
            model = Model(str(folder), local_files_only=True) if folder else Model(name)
    except Exception as error:  # what a library says of files that are missing, broken, or of another kind
        reason = str(error).strip().partition("\n")[0]
        message = f"The reranker {name} cannot be loaded: {reason}"
        raise PiperollError("reranker_broken", message, remedy=REMEDY) from None
    if model.num_labels != 1:
        wrong = f"The reranker {name} gives {model.num_labels} scores a pair, not one."
        raise PiperollError("reranker_labels", wrong, remedy=REMEDY)
    model.max_seq_length = min(model.max_seq_length or READ_TOKENS, READ_TOKENS)
    return model


def _unanswered() -> str | None:
    """Return why the Hub gives no answer, asked once; None: it gives one, whatever it says."""
    from huggingface_hub import constants, get_session

    try:
        get_session().head(constants.ENDPOINT, timeout=ANSWER)
    except Exception as error:  # of the client's library, which is another one from version to version
        return str(error).strip().partition("\n")[0] or type(error).__name__
    return None
