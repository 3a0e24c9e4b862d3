-- The metadata of a chunk as readers see it.
(c.metadata || {chunk_locators})
