"""This package finds the candidates: the positions in a text where a clause may open."""
