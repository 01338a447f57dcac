-- Verifications of both kinds, the documents that belong to them, passes through the email gate, and the audit trail.

CREATE TABLE documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  bucket text NOT NULL CHECK (bucket IN ('user_documents', 'id_documents')),
  path text NOT NULL,
  category text NOT NULL CHECK (category IN ('selfie', 'id')),
  -- Exactly one of the two: the creator who uploaded it, or the verification whose third party did.
  user_id uuid REFERENCES users (id),
  verification_id uuid,
  content_type text NOT NULL CHECK (content_type IN ('image/jpeg', 'image/png', 'application/pdf')),
  byte_count integer NOT NULL CHECK (byte_count > 0),
  -- Hex SHA-256 of the file as it was submitted, before it was encoded again.
  submitted_sha256 text NOT NULL CHECK (submitted_sha256 ~ '^[0-9a-f]{64}$'),
  -- A row is added before its file is written, so that no file is ever without a row.
  created_at timestamptz NOT NULL,
  -- When the file was durably written; before that nobody may use the document.
  stored_at timestamptz,
  -- When a verification began to rely on it: at most one does, and only then it outlives a day.
  attached_at timestamptz,
  -- When the file was given up; a job removes it right after.
  destroyed_at timestamptz,
  UNIQUE (bucket, path),
  CHECK ((user_id IS NULL) <> (verification_id IS NULL)),
  CHECK (attached_at IS NULL OR stored_at IS NOT NULL)
);
CREATE INDEX documents_user ON documents (user_id);
CREATE INDEX documents_unattached ON documents (created_at) WHERE attached_at IS NULL;
CREATE INDEX documents_verification ON documents (verification_id, category, created_at DESC);

CREATE TABLE verifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  type text NOT NULL CHECK (type IN ('age', 'person')),
  document_type text,
  user_id uuid NOT NULL REFERENCES users (id),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'verified', 'rejected', 'withdrawn', 'expired', 'cancelled')),
  consent_text_version text NOT NULL,
  full_name text NOT NULL,
  date_of_birth date NOT NULL,
  signature text NOT NULL,
  signature_date date NOT NULL,
  selfie_document_id uuid UNIQUE REFERENCES documents (id),
  id_document_id uuid UNIQUE REFERENCES documents (id),
  third_party_name text NOT NULL,
  third_party_social_media_name text NOT NULL,
  third_party_platform_age text,
  third_party_claimed_age text,
  third_party_email text NOT NULL,
  third_party_phone text,
  platform_name text NOT NULL,
  additional_information text,
  verification_link text,
  third_party_signature text,
  third_party_signature_date date,
  third_party_selfie_document_id uuid UNIQUE REFERENCES documents (id),
  third_party_id_document_id uuid UNIQUE REFERENCES documents (id),
  email_proof text CHECK (email_proof IN ('matched', 'code')),
  agreed_to_additional_terms boolean,
  -- For the operator only; neither party is shown it.
  decline_reason text,
  created_at timestamptz NOT NULL,
  verified_at timestamptz,
  closed_at timestamptz,
  CHECK (type = 'person' OR (selfie_document_id IS NOT NULL AND id_document_id IS NOT NULL)),
  -- Verified means whole: a half-completed verification cannot be stored.
  CHECK (status NOT IN ('verified', 'withdrawn') OR (
    third_party_signature IS NOT NULL AND third_party_signature_date IS NOT NULL
    AND third_party_selfie_document_id IS NOT NULL AND third_party_id_document_id IS NOT NULL
    AND email_proof IS NOT NULL AND verified_at IS NOT NULL
  ))
);
CREATE INDEX verifications_newest ON verifications (user_id, created_at DESC, id DESC);
CREATE INDEX verifications_newest_of_type ON verifications (user_id, type, created_at DESC, id DESC);

CREATE INDEX verifications_pending ON verifications (created_at) WHERE status = 'pending';

ALTER TABLE documents ADD FOREIGN KEY (verification_id) REFERENCES verifications (id);

-- A proven email at the gate. The token itself is only with the third party.
CREATE TABLE gate_passes (
  token_sha256 text PRIMARY KEY,
  verification_id uuid NOT NULL REFERENCES verifications (id),
  email_proof text NOT NULL CHECK (email_proof IN ('matched', 'code')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX gate_passes_expiry ON gate_passes (expires_at);

-- Evidence: rows are added and never change. The hash of each covers the one before (src/domain/audit/event.ts).
CREATE TABLE audit_events (
  verification_id uuid NOT NULL REFERENCES verifications (id),
  sequence integer NOT NULL CHECK (sequence >= 1),
  event text NOT NULL,
  actor text NOT NULL CHECK (actor IN ('creator', 'third_party', 'visitor', 'system')),
  at timestamptz NOT NULL,
  detail jsonb NOT NULL,
  previous_hash text NOT NULL CHECK (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (verification_id, sequence)
);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are append-only';
END
$$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
