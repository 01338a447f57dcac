-- The last day but one on which a reading may be kept for next time: a year after it, or the document's end.
ALTER TABLE document_readings ADD COLUMN known_until date;

-- What an account keeps of one reading of its own ID, in place of a photo and an ID next time.
CREATE TABLE kept_proofs (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- The typed name that the document agreed with.
  full_name text NOT NULL,
  -- Whether the document agreed with the birth date of the account's profile, too.
  birth_date_agrees boolean NOT NULL,
  -- As a record has it: kind, issuing state, day, when (src/domain/evidence/evidence.ts).
  source jsonb NOT NULL,
  kept_at timestamptz NOT NULL,
  -- From this day on it is not used.
  ends_on date NOT NULL
);
CREATE INDEX kept_proofs_end ON kept_proofs (ends_on);

-- Whether what somebody kept stands in place of their photo and ID, for both people.
ALTER TABLE verifications ADD COLUMN asks_kept_instead boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT verifications_asks_possible,
  DROP CONSTRAINT verifications_creator_gave,
  DROP CONSTRAINT verifications_whole,
  ADD CONSTRAINT verifications_asks_possible CHECK ((asks_age <> 'wallet' OR asks_wallet_instead_of_id) AND (asks_face
    OR asks_age = 'wallet') AND (asks_age <> 'wallet' OR NOT asks_kept_instead)),
  ADD CONSTRAINT verifications_creator_gave CHECK (type = 'person' OR creator_erased_at IS NOT NULL
    OR asks_kept_instead AND creator_sources @> '[{"kept": true}]'
    OR (selfie_document_id IS NOT NULL OR NOT asks_face) AND (id_document_id IS NOT NULL OR asks_wallet_instead_of_id
    AND creator_sources @> '[{"step": "wallet"}]')),
  -- A half-completed verification can't be verified.
  ADD CONSTRAINT verifications_whole CHECK ((status NOT IN ('verified', 'withdrawn')) OR third_party_signature IS NOT NULL
    AND third_party_signature_date IS NOT NULL
    AND (asks_kept_instead AND third_party_sources @> '[{"kept": true}]'
    OR (third_party_selfie_document_id IS NOT NULL OR NOT asks_face)
    AND (third_party_id_document_id IS NOT NULL OR asks_wallet_instead_of_id
    AND third_party_sources @> '[{"step": "wallet"}]')) AND email_proof IS NOT NULL
    AND third_party_mailbox_at IS NOT NULL AND verified_at IS NOT NULL);
