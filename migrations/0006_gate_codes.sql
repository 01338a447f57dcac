-- The code that was mailed last to the third party of a verification. The digits follow from the id and a key outside the database
-- (docs/decisions/010); what is compared is a MAC of them.
CREATE TABLE gate_codes (
  verification_id uuid PRIMARY KEY REFERENCES verifications (id),
  id uuid NOT NULL UNIQUE,
  code_mac text NOT NULL CHECK (length(code_mac) = 43),
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX gate_codes_expiry ON gate_codes (expires_at);
