-- What language models answered, what that cost, and what they are asked now.

CREATE TABLE model_answer (
    key                bytea PRIMARY KEY,
    model              text NOT NULL,
    corpus             text NOT NULL,
    run                text NOT NULL,
    stage              text NOT NULL,
    stopped            text NOT NULL,
    answer             text NOT NULL,
    reckoned_input     bigint NOT NULL,
    reckoned_output    bigint NOT NULL,
    batched            boolean NOT NULL,
    input_tokens       bigint NOT NULL,
    output_tokens      bigint NOT NULL,
    cache_read_tokens  bigint NOT NULL,
    cache_write_tokens bigint NOT NULL,
    price              float8 NOT NULL,
    at                 timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX model_answer_at ON model_answer (at) INCLUDE (price);
CREATE INDEX model_answer_run ON model_answer (run);
CREATE INDEX model_answer_corpus ON model_answer (corpus) INCLUDE (price);
COMMENT ON TABLE model_answer IS 'Each answer of a language model, stored before it is used, so that none is paid twice.';
COMMENT ON COLUMN model_answer.key IS 'SHA-256 of all that decides the answer: service, model, prompt, parameters, schema, input.';
COMMENT ON COLUMN model_answer.run IS 'The run that asked; empty: none did.';
COMMENT ON COLUMN model_answer.stopped IS 'Why the model ended, in its own word: end_turn, refusal, max_tokens.';
COMMENT ON COLUMN model_answer.reckoned_input IS 'Tokens of the request as they were reckoned before, by which the next ones are reckoned better.';
COMMENT ON COLUMN model_answer.price IS 'In US dollars, by the prices of that day.';

CREATE TABLE model_batch (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    model      text NOT NULL,
    service_id text,
    owner      int NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE model_batch IS 'A batch of requests at a service, until its results are taken.';
COMMENT ON COLUMN model_batch.model IS 'Its name in the settings.';
COMMENT ON COLUMN model_batch.owner IS 'Who hands it over, as in text_claim.';
COMMENT ON COLUMN model_batch.service_id IS 'Its name at the service; null: it is being handed over, or was when the process died.';

CREATE TABLE model_request (
    key    bytea PRIMARY KEY,
    batch  bigint REFERENCES model_batch ON DELETE SET NULL,
    corpus text NOT NULL,
    run    text NOT NULL,
    stage  text NOT NULL,
    price  float8 NOT NULL,
    input  bigint NOT NULL,
    output bigint NOT NULL,
    failed int NOT NULL DEFAULT 0
);
CREATE INDEX model_request_batch ON model_request (batch);
COMMENT ON TABLE model_request IS 'A request in a batch, or one that failed there.';
COMMENT ON COLUMN model_request.price IS 'What it may cost, which counts as spent until it is answered.';
COMMENT ON COLUMN model_request.failed IS 'In how many batches it failed.';

ALTER TABLE text_claim ADD COLUMN price float8 NOT NULL DEFAULT 0;
COMMENT ON COLUMN text_claim.price IS 'What it may cost, which counts as spent while it is at the service; 0: it is not reckoned.';
