"""Answer questions about one corpus: find chunks and documents, put a context together, ask a model.

A method imports what only it needs, so that who shows a document loads neither the search nor its model.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from piperoll.arguments import takes_texts
from piperoll.library.view import CorpusView
from piperoll.results.answers import AskResult
from piperoll.results.asked import Asked
from piperoll.results.contexts import ContextResult
from piperoll.results.found import DocumentsResult, SearchResult

if TYPE_CHECKING:
    from piperoll.search.answering import Heard
    from piperoll.search.options import AskOptions, ContextOptions, SearchOptions

Answer = TypeVar("Answer", bound=Asked)


class Questions(CorpusView):
    """Answer questions by search; each is logged where the corpus asks for it."""

    @takes_texts
    def search(self, query: str, options: "SearchOptions | None" = None, **named: Any) -> SearchResult:
        """Search for chunks by meaning and by words.

        Args:
            query: what is looked for, in words or as a citation.
            options: all options in one value; or
            named: fields of :class:`~piperoll.search.options.SearchOptions`, as ``k=5, as_of="2020-01-01"``.

        Returns:
            The best hits, each with its range in the text and what it cites.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search import search

        options = self._options(query, options, named)
        plan = options.plan(self._base.settings, self.name)
        with self.connection() as (connection, corpus):
            found = SearchResult.model_validate(search.search(connection, corpus, query, plan))
        return self._logged(found, "search", options)

    @takes_texts
    def documents(
        self, query: str, options: "SearchOptions | None" = None, *, with_headnotes: bool = False, **named: Any
    ) -> DocumentsResult:
        """Search for documents, each with its best passages.

        Args:
            query: what is looked for.
            options: all options in one value; or
            with_headnotes: add to each document its headnote, if it has one.
            named: fields of :class:`~piperoll.search.options.SearchOptions`.

        Returns:
            The best documents: ``piperoll search --group document``.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search import group

        options = self._options(query, options, named)
        plan = options.plan(self._base.settings, self.name)
        with self.connection() as (connection, corpus):
            found = DocumentsResult.model_validate(
                group.documents(connection, corpus, query, plan, with_headnotes=with_headnotes)
            )
        return self._logged(found, "search", options)

    @takes_texts
    def context(self, query: str, options: "ContextOptions | None" = None, **named: Any) -> ContextResult:
        """Put the best passages and their neighbours together, as text for a model.

        Args:
            query: what is looked for.
            options: all options in one value; or
            named: fields of :class:`~piperoll.search.options.ContextOptions`, as ``budget=2000``.

        Returns:
            The text, and the blocks that it is made of, each with its range.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search import context as contexts
        from piperoll.search.options import ContextOptions, check_query

        check_query(query)
        options = options or ContextOptions(**named)
        plan = options.plan(self._base.settings, self.name)
        with self.connection() as (connection, corpus):
            answer = contexts.context(
                connection, corpus, query, plan,
                budget=options.budget, neighbours=options.neighbours, with_amendments=options.amendments,
            )  # fmt: skip
        return self._logged(ContextResult.model_validate(answer), "context", options)

    @takes_texts
    def ask(
        self, question: str, options: "AskOptions | None" = None, *, heard: "Heard | None" = None, **named: Any
    ) -> AskResult:
        """Answer a question: the cited context and the facts, and an answer where the corpus has a model for it.

        Args:
            question: in words.
            options: all options in one value; or
            heard: called with each sentence of an answer as soon as it is whole; with None if the answer begins anew.
            named: fields of :class:`~piperoll.search.options.AskOptions`, as ``budget=2000``.

        Returns:
            The blocks, each with its range; the answer with citations, each checked against its block.

        Raises:
            UsageError: an option is wrong, or nothing is published.
        """
        from piperoll.search.ask import Asking
        from piperoll.search.options import AskOptions, check_query

        check_query(question)
        options = options or AskOptions(**named)
        asking = Asking(self._base.connect, self._base.connect_anew, self._base.settings, self.name, question)
        return self._logged(AskResult.model_validate(asking.answer(options, heard)), "ask", options)

    def _logged(self, answer: Answer, command: str, options: "SearchOptions") -> Answer:
        """Log a question where the corpus asks for it; return its answer, with the id of the question.

        Args:
            answer: to the question.
            command: by which it was asked.
            options: with which it was asked.
        """
        table = self._base.settings.corpus.get(self.name)
        days = table.log_questions if table else None
        if not days:
            return answer
        from piperoll.search import question_log

        entry = {"command": command, "question": answer.query, "filters": options.as_gold, "edition": answer.edition}
        entry["hits"] = [{"rank": rank, **place} for rank, place in enumerate(answer.places, 1)]
        asked = self._write(lambda connection, corpus: question_log.log(connection, corpus, entry, days))
        return answer.model_copy(update={"asked": asked}) if asked else answer

    def _options(self, query: str, options: "SearchOptions | None", named: Mapping[str, Any]) -> "SearchOptions":
        from piperoll.search.options import SearchOptions, check_query

        check_query(query)
        return options or SearchOptions(**named)
