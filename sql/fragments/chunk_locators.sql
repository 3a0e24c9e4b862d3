-- What readers see of the typed columns of a chunk among its metadata: those that are not empty, by the names there.
jsonb_strip_nulls(jsonb_build_object(
    'paragraph_numbers', CASE WHEN c.paragraphs <> '{}' THEN to_jsonb(c.paragraphs) END,
    'clauses', CASE WHEN c.clauses <> '{}' THEN to_jsonb(c.clauses) END,
    'subsections', CASE WHEN c.subsections <> '{}' THEN to_jsonb(c.subsections) END,
    'overlap', nullif(c.overlap, 0)
))
