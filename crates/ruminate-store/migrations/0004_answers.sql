-- What a question asks, however it is put, so that a run can take up what another has answered.

ALTER TABLE runs ADD COLUMN question_key TEXT;

CREATE INDEX runs_by_question ON runs (owner, question_key, id) WHERE question_key IS NOT NULL;
