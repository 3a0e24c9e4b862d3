"""This package cuts contracts and terms of service, which both consist of clauses.

:mod:`scan` finds where clauses may open, :mod:`outline` makes a tree of them, :mod:`cut` makes chunks of the tree.
"""
