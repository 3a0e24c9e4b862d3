"""This package cuts the tree into pieces, the ranges of a text that become chunks."""
