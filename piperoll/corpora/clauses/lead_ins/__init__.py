"""This package finds what leads to the items of a list, to bullets, and to tables of terms."""
