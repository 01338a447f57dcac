-- Closing and erasing a large account goes in steps, each a transaction of its own.

-- Since when a closed account has open requests that are still to be cancelled; null once they are and that is mailed.
-- Since when a closed account is being erased, so that nobody signs in to it any more.
ALTER TABLE users
  ADD COLUMN ending_requests_at timestamptz,
  ADD COLUMN erasing_at timestamptz,
  ADD CONSTRAINT users_ending_means_closed CHECK (ending_requests_at IS NULL OR closes_at IS NOT NULL),
  ADD CONSTRAINT users_erasing_means_closed CHECK (erasing_at IS NULL OR closes_at IS NOT NULL OR erased_at IS NOT NULL);
CREATE INDEX users_ending_requests ON users (ending_requests_at) WHERE ending_requests_at IS NOT NULL;

-- Whom a counter is about, where it is about an account: it goes with the account.
CREATE INDEX rate_limits_about ON rate_limits (split_part(key, ':', 2));
