"""This package cuts contracts and terms of service, which both consist of clauses.

:mod:`cut` reads top to bottom as a text goes: what surrounds the clauses (:mod:`pages`), where they may open
(:mod:`candidates`), the tree of those that do (:mod:`tree`), pieces of it that fit (:mod:`pieces`), and the header of
each (:mod:`headers`). Each package imports only from those in front of it: words, pages, candidates, tree, lead_ins,
pieces.
"""
