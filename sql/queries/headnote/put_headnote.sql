-- Put a statement of a headnote.
INSERT INTO headnote (corpus_id, version_id, ordinal, part, statement, supports, flags, made_by)
VALUES (%(corpus)s, %(version)s, %(ordinal)s, %(part)s, %(statement)s, %(supports)s, %(flags)s, %(made_by)s)
