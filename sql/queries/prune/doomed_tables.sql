-- Create the lists of rows that a pruning deletes, numbered for deletion in batches. Only this session sees them.
DROP TABLE IF EXISTS doomed_version, doomed_document, doomed_vector;
CREATE TEMP TABLE doomed_version (number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id bigint UNIQUE, chunks int);
CREATE TEMP TABLE doomed_document (number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id bigint);
CREATE TEMP TABLE doomed_vector (number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text_hash bytea)
