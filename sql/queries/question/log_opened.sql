-- Note that a document was read after a question, if the question is still there.
INSERT INTO opened_document (question_id, document)
SELECT id, %(document)s
FROM question
WHERE id = %(asked)s AND corpus_id = %(corpus)s
ON CONFLICT DO NOTHING
