-- What became of reading an ID for what somebody typed, on one day. What was read is not here, and never was.

CREATE TABLE document_readings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- No reference: what was said of a document outlives its row.
  document_id uuid NOT NULL,
  -- Exactly one of the two: the creator who uploaded it, or the verification whose third party did.
  user_id uuid REFERENCES users (id),
  verification_id uuid REFERENCES verifications (id),
  -- Of what was typed, with the document's id. What was typed itself stands here only until it has been compared.
  claims_sha256 text NOT NULL CHECK (claims_sha256 ~ '^[0-9a-f]{64}$'),
  claimed_name text,
  claimed_birth_date date,
  -- The day, on the calendar of whoever asked, for which the reading counts.
  day date NOT NULL,
  -- Whether it is one of the three tries: another day's reading of the same is none.
  is_try boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('read', 'under_age', 'expired', 'birth_date_differs', 'name_differs', 'two_documents',
    'not_a_document', 'specimen', 'unreadable', 'reader_unavailable')),
  reason text CHECK (reason IN ('glare', 'cut_edge', 'too_small', 'too_dark', 'blurred')),
  kind text,
  read_from text CHECK (read_from IN ('lines', 'barcode', 'print')),
  issuing_state text,
  age_over_18 boolean,
  name_agrees boolean,
  birth_date_agrees boolean,
  reader_version text,
  UNIQUE (document_id, claims_sha256, day),
  CHECK ((user_id IS NULL) <> (verification_id IS NULL)),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (ended_at IS NULL OR (claimed_name IS NULL AND claimed_birth_date IS NULL))
);
CREATE INDEX document_readings_user ON document_readings (user_id, requested_at);
CREATE INDEX document_readings_verification ON document_readings (verification_id, requested_at);
CREATE INDEX document_readings_waiting ON document_readings (requested_at, id) WHERE ended_at IS NULL;
CREATE INDEX document_readings_old ON document_readings (requested_at) WHERE ended_at IS NOT NULL;
