-- How far back a reading stands is said by its job.
ALTER TABLE document_readings DROP COLUMN turn;
