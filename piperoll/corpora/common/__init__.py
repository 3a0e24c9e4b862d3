"""Shapes of text that more than one family has: numbered paragraphs, headings, clause numbers."""
