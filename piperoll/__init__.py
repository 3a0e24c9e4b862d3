"""Piperoll: legal document collections as a searchable, cited, versioned evidence base."""
