-- A bank, an eID or an age key vouches for a person by OpenID Connect. It is asked and answers as a wallet does, in the
-- same tables. A process of 0.2.0 must not see such a row: VOUCHERS_DIR is set after the last one has ended.

-- Whether its confirmation takes the place of the ID, by the creator's choice; and the keyed hash of the creator's
-- identity there, until the request ends in any way.
ALTER TABLE verifications
  ADD COLUMN asks_voucher_instead_of_id boolean NOT NULL DEFAULT false,
  ADD COLUMN creator_identity_mark text,
  DROP CONSTRAINT verifications_asks_possible,
  DROP CONSTRAINT verifications_creator_gave,
  DROP CONSTRAINT verifications_whole,
  DROP CONSTRAINT verifications_shared_check,
  ADD CONSTRAINT verifications_identity_mark CHECK (status = 'pending' OR creator_identity_mark IS NULL) NOT VALID,
  ADD CONSTRAINT verifications_asks_possible CHECK ((asks_age <> 'wallet' OR asks_wallet_instead_of_id
    OR asks_voucher_instead_of_id) AND (asks_face OR asks_age = 'wallet')
    AND (asks_age <> 'wallet' OR NOT asks_kept_instead)) NOT VALID,
  ADD CONSTRAINT verifications_creator_gave CHECK (type = 'person' OR creator_erased_at IS NOT NULL
    OR asks_kept_instead AND creator_sources @> '[{"kept": true}]'
    OR (selfie_document_id IS NOT NULL OR NOT asks_face) AND (id_document_id IS NOT NULL
    OR asks_wallet_instead_of_id AND creator_sources @> '[{"step": "wallet"}]'
    OR asks_voucher_instead_of_id AND creator_sources @? '$[*].by'
    AND (NOT asks_wallet_name OR creator_sources @? '$[*] ? (exists (@.by) && @.nameAgrees == true)'))) NOT VALID,
  -- A half-completed verification can't be verified.
  ADD CONSTRAINT verifications_whole CHECK ((status NOT IN ('verified', 'withdrawn')) OR third_party_signature IS NOT NULL
    AND third_party_signature_date IS NOT NULL
    AND (asks_kept_instead AND third_party_sources @> '[{"kept": true}]'
    OR (third_party_selfie_document_id IS NOT NULL OR NOT asks_face) AND (third_party_id_document_id IS NOT NULL
    OR asks_wallet_instead_of_id AND third_party_sources @> '[{"step": "wallet"}]'
    OR asks_voucher_instead_of_id AND third_party_sources @? '$[*].by'
    AND (NOT asks_wallet_name OR third_party_sources @? '$[*] ? (exists (@.by) && @.nameAgrees == true)')))
    AND email_proof IS NOT NULL AND third_party_mailbox_at IS NOT NULL AND verified_at IS NOT NULL) NOT VALID,
  ADD CONSTRAINT verifications_shared CHECK (shared <@ ARRAY['same_document', 'same_identity', 'same_network',
    'same_browser']) NOT VALID;
ALTER TABLE verifications
  VALIDATE CONSTRAINT verifications_identity_mark,
  VALIDATE CONSTRAINT verifications_asks_possible,
  VALIDATE CONSTRAINT verifications_creator_gave,
  VALIDATE CONSTRAINT verifications_whole,
  VALIDATE CONSTRAINT verifications_shared;

-- `voucher` is the id of its file. `request_key` then has the secrets of the request.
ALTER TABLE wallet_sessions
  ADD COLUMN voucher text,
  ALTER COLUMN credential_type DROP NOT NULL,
  DROP CONSTRAINT wallet_sessions_way_check,
  ADD CONSTRAINT wallet_sessions_way CHECK (way IN ('api', 'link', 'qr', 'redirect')),
  ADD CONSTRAINT wallet_sessions_of_one CHECK (num_nonnulls(credential_type, voucher) = 1);

-- `subject_mark` is the keyed hash of its issuer and subject: of a creator until the proof is used, then for one request.
ALTER TABLE wallet_proofs
  ADD COLUMN voucher_name text,
  ADD COLUMN voucher_kind text CHECK (voucher_kind IN ('bank', 'eid', 'age_key')),
  ADD COLUMN subject_mark text,
  ALTER COLUMN credential_type DROP NOT NULL,
  ALTER COLUMN issuer_name DROP NOT NULL,
  ADD CONSTRAINT wallet_proofs_by_one CHECK (num_nonnulls(credential_type, voucher_name) = 1),
  ADD CONSTRAINT wallet_proofs_of_voucher CHECK (num_nonnulls(voucher_name, voucher_kind) <> 1);
