"""Know the document families: one package a profile, the registry, and what the profiles share."""
