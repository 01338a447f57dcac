-- The language of the consent text that each person signed, and the SHA-256 of that text (docs/record-format.md). Null:
-- signed by a page that knew only English. The third party's are set with their signature, so nothing before a record
-- depends on them.
ALTER TABLE verifications
  ADD COLUMN consent_language text,
  ADD COLUMN consent_sha256 text,
  ADD COLUMN third_party_consent_language text,
  ADD COLUMN third_party_consent_sha256 text,
  DROP CONSTRAINT verifications_record_format_check,
  ADD CONSTRAINT verifications_record_format CHECK (record_format IN ('sealed-record/2', 'sealed-record/3',
    'sealed-record/4')) NOT VALID,
  ADD CONSTRAINT verifications_consent_signed CHECK (status IN ('verified', 'withdrawn')
    OR num_nonnulls(third_party_consent_language, third_party_consent_sha256) = 0) NOT VALID;
ALTER TABLE verifications
  VALIDATE CONSTRAINT verifications_record_format,
  VALIDATE CONSTRAINT verifications_consent_signed;
