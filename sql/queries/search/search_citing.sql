-- Chunks that cite a document, or a place of it and what is within: for what is cited and is no document here.
SELECT DISTINCT c.id
FROM unnest(%(targets)s::text[], %(paths)s::text[]) AS wanted (target, path)
JOIN citation ci ON ci.corpus_id = %(corpus)s AND ci.target = wanted.target
                AND (wanted.path = '' OR ci.target_path = wanted.path OR starts_with(ci.target_path, wanted.path || '.'))
JOIN chunk c ON c.id = ci.chunk_id
JOIN version v ON v.id = c.version_id
WHERE {filter}
ORDER BY c.id
LIMIT %(pool)s
