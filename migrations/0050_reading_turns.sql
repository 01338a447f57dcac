-- Readings of a lower turn come first: an account, a link or a network that asks for many stands behind others.
ALTER TABLE document_readings ADD COLUMN turn smallint NOT NULL DEFAULT 0;
