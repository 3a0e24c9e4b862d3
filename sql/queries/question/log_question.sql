-- Add a question that was asked.
INSERT INTO question (corpus_id, command, question, filters, entities, edition, hits)
VALUES (%(corpus)s, %(command)s, %(question)s, %(filters)s, %(entities)s, %(edition)s, %(hits)s)
RETURNING id
