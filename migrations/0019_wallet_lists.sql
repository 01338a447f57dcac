-- The newest signed list of issuers for a kind of credential: about no person. Which certificate's key signed it (hex
-- SHA-256), and the issuers' certificates, PEM.
CREATE TABLE wallet_lists (
  credential_type text PRIMARY KEY,
  address text NOT NULL,
  signer_sha256 text NOT NULL,
  sequence_number bigint NOT NULL CHECK (sequence_number > 0),
  next_update timestamptz NOT NULL,
  anchors text NOT NULL,
  fetched_at timestamptz NOT NULL
);
