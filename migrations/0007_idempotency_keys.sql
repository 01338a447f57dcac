-- What was answered to a request that its client named, so that the same request sent again finds its answer. The row is added before the
-- work and in its transaction: twins wait for it, and nobody ever sees it without its answer.
CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users (id),
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 128),
  payload_sha256 text NOT NULL CHECK (payload_sha256 ~ '^[0-9a-f]{64}$'),
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
