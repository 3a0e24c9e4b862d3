"""Describe what the library returns: frozen, typed values, each with :meth:`Result.to_dict` for programs.

The fields are those of ``--json``: docs/command-line.md says what each means.
"""
