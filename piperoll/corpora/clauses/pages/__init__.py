"""This package finds what is printed around clauses and lists: contents, heads and feet of pages, menus, tables."""
