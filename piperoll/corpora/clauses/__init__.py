"""Clauses: the shape that contracts and terms of service share.

:mod:`scan` finds where clauses may open, :mod:`outline` makes a tree of them, :mod:`cut` makes chunks of the tree.
"""
