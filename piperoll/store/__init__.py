"""Keep everything in Postgres: documents, editions, vectors, postings, the ledger, and the server itself."""
