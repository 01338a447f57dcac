-- What only rows of versions that never shipped needed.

-- Documents are kept as pictures from the first moment, with the fingerprint of what is kept.
DROP INDEX documents_to_draw;
DROP TRIGGER documents_origin_stands ON documents;
ALTER TABLE documents
  DROP CONSTRAINT documents_fingerprint,
  DROP COLUMN submitted_type,
  DROP COLUMN submitted_sha256,
  DROP COLUMN drawing_fault,
  ALTER COLUMN stored_sha256 SET NOT NULL,
  DROP CONSTRAINT documents_content_type_check,
  ADD CONSTRAINT documents_content_type_check CHECK (content_type IN ('image/jpeg', 'image/png'));
CREATE TRIGGER documents_origin_stands BEFORE UPDATE ON documents
  FOR EACH ROW WHEN (
    (OLD.bucket, OLD.category, OLD.user_id, OLD.verification_id, OLD.stored_sha256, OLD.created_at)
    IS DISTINCT FROM
    (NEW.bucket, NEW.category, NEW.user_id, NEW.verification_id, NEW.stored_sha256, NEW.created_at)
  ) EXECUTE FUNCTION refuse_document_change();

DROP TABLE record_codes;
