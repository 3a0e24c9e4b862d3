"""Merge units into chunks and cut what is too long: what more than one profile uses."""
