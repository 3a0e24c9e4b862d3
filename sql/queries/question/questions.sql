-- The questions to a corpus, oldest first, each with the documents that were read after it, in that order.
SELECT question.id AS asked, asked_at, command, question, filters, entities, edition, hits,
       array(
           SELECT document
           FROM opened_document
           WHERE question_id = question.id
           ORDER BY opened_at, document COLLATE "C"
       ) AS opened
FROM question
WHERE corpus_id = %(corpus)s
ORDER BY asked_at, question.id
