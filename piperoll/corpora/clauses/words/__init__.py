"""This package reads words and marks: labels, captions, days, references, and where a sentence may be cut."""
