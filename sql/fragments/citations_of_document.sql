-- Citations that name a document, or a place in it and below; of the document itself only those that name a place.
    ci.corpus_id = %(corpus)s
    AND (ci.target = %(key)s OR (ci.target = '' AND ci.version_id = ANY (%(versions)s)))
    AND (%(path)s = '' OR ci.target_path = %(path)s OR starts_with(ci.target_path, %(path)s || '.'))
    AND (ci.target <> '' OR ci.target_path <> '')
    AND {version_seen}
