-- Which source said what was forgotten, until it is let go of: a command that was killed in the middle of forgetting a source
-- is given again, and finishes it.

ALTER TABLE forgotten ADD COLUMN source TEXT NOT NULL DEFAULT '';
