-- Citations that stand in these chunks.
ci.chunk_id = ANY (%(chunks)s)
