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

-- Whoever completes a verification says that they are 18 or over, and proves their address.
ALTER TABLE verifications
  DROP COLUMN third_party_states_adult,
  DROP CONSTRAINT verifications_whole,
  ADD CONSTRAINT verifications_whole CHECK (status NOT IN ('verified', 'withdrawn') OR (
    third_party_signature IS NOT NULL AND third_party_signature_date IS NOT NULL
    AND (third_party_selfie_document_id IS NOT NULL OR NOT asks_face)
    AND (third_party_id_document_id IS NOT NULL
      OR (asks_wallet_instead_of_id AND third_party_sources @> '[{"step": "wallet"}]'))
    AND email_proof IS NOT NULL AND third_party_mailbox_at IS NOT NULL AND verified_at IS NOT NULL));

-- Every seal has the certificate of its key.
ALTER TABLE sealed_documents ALTER COLUMN certificate_sha256 SET NOT NULL;

-- Every check says on whose day 18 is counted.
ALTER TABLE identity_checks ALTER COLUMN begun_on SET NOT NULL;

-- Every verification has its link from the first moment.
ALTER TABLE verifications ALTER COLUMN verification_link SET NOT NULL;
