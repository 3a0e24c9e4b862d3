"""This package makes a tree of the candidates that open clauses, and gives each clause its path."""
