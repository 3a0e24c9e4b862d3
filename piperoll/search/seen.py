"""Describe the options that say which edition is read, and which day: search and the other readers share them."""

AS_OF = "What is valid on that day (default: today)."
EDITION = "An edition by its number (default: the published one)."
