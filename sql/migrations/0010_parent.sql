-- What is below a unit, at any depth: paths need not begin with that of the unit above ("1.01" in "art1").
CREATE INDEX chunk_by_parent ON chunk (corpus_id, parent, version_id) WHERE parent IS NOT NULL;
