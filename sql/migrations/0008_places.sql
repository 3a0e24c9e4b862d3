-- Places that a chunk holds besides the one that its path names, so that "at [45]" and "Section 3.2(a)" find it.
CREATE INDEX chunk_by_paragraph ON chunk USING gin ((metadata -> 'paragraph_numbers') jsonb_path_ops)
    WHERE metadata ? 'paragraph_numbers';
CREATE INDEX chunk_by_clause ON chunk USING gin ((metadata -> 'clauses') jsonb_path_ops)
    WHERE metadata ? 'clauses';
