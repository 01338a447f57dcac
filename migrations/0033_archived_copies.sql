-- Archived copies of sealed PDFs: the sealed bytes with timestamps behind them that are renewed before they weaken. Nothing of them is ever
-- removed, so that the files of a later backup have what the rows of an earlier one name.
CREATE TABLE archived_copies (
  verification_id uuid NOT NULL,
  document text NOT NULL,
  revision integer NOT NULL,
  -- 1 is made of the sealed PDF, each other one of the one before it.
  generation integer NOT NULL CHECK (generation >= 1),
  -- In the bucket `records`, at `{path}.pdf`.
  path text NOT NULL UNIQUE,
  pdf_sha256 text NOT NULL UNIQUE CHECK (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz NOT NULL,
  -- When the certificate of its newest timestamp, or an algorithm of it, ends.
  protected_until timestamptz NOT NULL,
  PRIMARY KEY (verification_id, document, revision, generation),
  FOREIGN KEY (verification_id, document, revision) REFERENCES sealed_documents (verification_id, document, revision)
);
CREATE TRIGGER archived_copies_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON archived_copies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();

-- When a sealed document is archived next. One that waits for its timestamp has no row: its next revision will.
CREATE TABLE archive_dues (
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  document text NOT NULL CHECK (document IN ('record', 'withdrawal')),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (verification_id, document)
);
CREATE INDEX archive_dues_due ON archive_dues (due_at);

INSERT INTO archive_dues (verification_id, document, due_at)
SELECT verification_id, document, now() FROM (
  SELECT DISTINCT ON (verification_id, document) verification_id, document, timestamp_state
  FROM sealed_documents ORDER BY verification_id, document, revision DESC
) AS newest
WHERE timestamp_state <> 'pending';
