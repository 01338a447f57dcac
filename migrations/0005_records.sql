-- Records: what was sealed, the log that every seal is entered in, and the links that open a record for the third party.

-- One verification that became a record. The code names it on paper and on the check page, and nowhere else.
CREATE TABLE records (
  verification_id uuid PRIMARY KEY REFERENCES verifications (id),
  check_code text NOT NULL UNIQUE CHECK (length(check_code) = 22),
  created_at timestamptz NOT NULL
);

CREATE TABLE sealed_documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  document text NOT NULL CHECK (document IN ('record', 'withdrawal')),
  -- A document whose timestamp was pending is sealed once more when the authority answers.
  revision integer NOT NULL CHECK (revision >= 1),
  timestamp_state text NOT NULL CHECK (timestamp_state IN ('none', 'pending', 'granted')),
  timestamp_at timestamptz,
  sealed_at timestamptz NOT NULL,
  -- In the bucket `records`: the PDF at `{path}.pdf`, its JSON twin at `{path}.json`.
  path text NOT NULL UNIQUE,
  pdf_sha256 text NOT NULL UNIQUE CHECK (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  json_sha256 text NOT NULL UNIQUE CHECK (json_sha256 ~ '^[0-9a-f]{64}$'),
  leaf_index bigint NOT NULL UNIQUE,
  UNIQUE (verification_id, document, revision),
  CHECK ((timestamp_state = 'granted') = (timestamp_at IS NOT NULL))
);

-- A file is about to be written here. The row goes in the transaction that keeps the file; one that stays says what to remove.
CREATE TABLE seal_attempts (
  path text PRIMARY KEY,
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  started_at timestamptz NOT NULL
);
CREATE INDEX seal_attempts_verification ON seal_attempts (verification_id);

-- The Merkle tree of RFC 6962 over the hashes of all sealed PDFs: level 0 holds the leaves, level n the roots of complete subtrees of 2^n.
CREATE TABLE transparency_nodes (
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 62),
  index bigint NOT NULL CHECK (index >= 0),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (level, index)
);

-- Every head that was ever signed.
CREATE TABLE transparency_heads (
  size bigint PRIMARY KEY CHECK (size >= 0),
  root_hash text NOT NULL CHECK (root_hash ~ '^[0-9a-f]{64}$'),
  at timestamptz NOT NULL,
  protected text NOT NULL,
  signature text NOT NULL
);

CREATE FUNCTION refuse_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'sealed documents and their log are append-only';
END
$$;
CREATE TRIGGER sealed_documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sealed_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();
CREATE TRIGGER transparency_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();
CREATE TRIGGER transparency_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_record_change();

-- What opens a record for its third party: a mailed link or, where a code is asked for, the pass that the code gave. Tokens are only with
-- them.
CREATE TABLE record_passes (
  token_sha256 text PRIMARY KEY CHECK (token_sha256 ~ '^[0-9a-f]{64}$'),
  verification_id uuid NOT NULL REFERENCES records (verification_id),
  kind text NOT NULL CHECK (kind IN ('link', 'code')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX record_passes_verification ON record_passes (verification_id);

-- The code that was mailed last to the third party of a record.
CREATE TABLE record_codes (
  verification_id uuid PRIMARY KEY REFERENCES records (verification_id),
  code_sha256 text NOT NULL CHECK (code_sha256 ~ '^[0-9a-f]{64}$'),
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
