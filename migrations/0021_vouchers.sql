-- A bank, an eID or an age key vouches for a person by OpenID Connect. It is asked and answers as a wallet does, in the
-- same tables. A process of 0.2.0 must not see such a row: VOUCHERS_DIR is set after the last one has ended.

-- Whether its confirmation takes the place of the ID, by the creator's choice; and the keyed hash of the creator's
-- identity there, until the request ends in any way.
ALTER TABLE verifications
  ADD COLUMN asks_voucher_instead_of_id boolean NOT NULL DEFAULT false,
  ADD COLUMN creator_identity_mark text,
  ADD CONSTRAINT verifications_identity_mark CHECK (status = 'pending' OR creator_identity_mark IS NULL) NOT VALID;
ALTER TABLE verifications VALIDATE CONSTRAINT verifications_identity_mark;

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
