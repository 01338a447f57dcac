-- What a verification asks of its third party beside their word, and what each of the two gave: how each thing is known.

ALTER TABLE verifications
  ADD COLUMN asks_age text NOT NULL DEFAULT 'declared' CHECK (asks_age IN ('declared', 'document', 'wallet')),
  ADD COLUMN asks_wallet_instead_of_id boolean NOT NULL DEFAULT false,
  ADD COLUMN asks_face boolean NOT NULL DEFAULT true,
  -- Since when each address was confirmed or proven, as it stood at the completion. Null for a creator who had not confirmed theirs.
  ADD COLUMN creator_mailbox_at timestamptz,
  ADD COLUMN third_party_mailbox_at timestamptz,
  -- True once the third party ticked that they are 18 or over; null in verifications that are older than this statement.
  ADD COLUMN third_party_states_adult boolean,
  -- What they gave beside their word (src/domain/evidence/evidence.ts).
  ADD COLUMN creator_sources jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN third_party_sources jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT verifications_asks_possible
    CHECK ((asks_age <> 'wallet' OR asks_wallet_instead_of_id) AND (asks_face OR asks_age = 'wallet'));

-- What earlier records said of their creator's address.
ALTER TABLE verifications DISABLE TRIGGER verifications_form_stands;
UPDATE verifications v SET creator_mailbox_at = u.email_confirmed_at
FROM users u WHERE u.id = v.user_id AND v.verified_at IS NOT NULL AND u.email_confirmed_at IS NOT NULL;
ALTER TABLE verifications ENABLE TRIGGER verifications_form_stands;

-- A photo and an ID from everybody, but where a wallet's proof takes their place.
ALTER TABLE verifications
  DROP CONSTRAINT verifications_check,
  DROP CONSTRAINT verifications_check1,
  ADD CONSTRAINT verifications_creator_gave CHECK (type = 'person' OR (
    (selfie_document_id IS NOT NULL OR NOT asks_face)
    AND (id_document_id IS NOT NULL OR (asks_wallet_instead_of_id AND creator_sources @> '[{"step": "wallet"}]')))),
  -- Verified means whole: a half-completed verification cannot be stored.
  ADD CONSTRAINT verifications_whole CHECK (status NOT IN ('verified', 'withdrawn') OR (
    third_party_signature IS NOT NULL AND third_party_signature_date IS NOT NULL
    AND (third_party_selfie_document_id IS NOT NULL OR NOT asks_face)
    AND (third_party_id_document_id IS NOT NULL
      OR (asks_wallet_instead_of_id AND third_party_sources @> '[{"step": "wallet"}]'))
    AND email_proof IS NOT NULL AND verified_at IS NOT NULL));

-- The fingerprint of what is kept and can be downloaded. Null: a file from before, whose fingerprint is of what was submitted.
ALTER TABLE documents
  ADD COLUMN stored_sha256 text CHECK (stored_sha256 ~ '^[0-9a-f]{64}$');
CREATE INDEX documents_fingerprint ON documents (stored_sha256) WHERE attached_at IS NOT NULL;

DROP TRIGGER documents_origin_stands ON documents;
CREATE TRIGGER documents_origin_stands BEFORE UPDATE ON documents
  FOR EACH ROW WHEN (
    (OLD.bucket, OLD.category, OLD.user_id, OLD.verification_id, OLD.submitted_sha256, OLD.stored_sha256, OLD.created_at)
    IS DISTINCT FROM
    (NEW.bucket, NEW.category, NEW.user_id, NEW.verification_id, NEW.submitted_sha256, NEW.stored_sha256, NEW.created_at)
  ) EXECUTE FUNCTION refuse_document_change();
