-- Payments: who a user is at the payment provider, what it told us, and what a subscription row keeps of it.

CREATE TABLE payment_customers (
  customer_id text PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  -- The newest hosted checkout, the only one that may be open.
  checkout_id text,
  -- Every question about the customer's state takes the next number; an answer is applied only if no later question's answer was.
  asked bigint NOT NULL DEFAULT 0,
  applied bigint NOT NULL DEFAULT 0,
  applied_at timestamptz,
  created_at timestamptz NOT NULL
);

-- Messages of the provider that were taken note of, so that each counts once.
CREATE TABLE payment_notices (
  id text PRIMARY KEY,
  type text NOT NULL,
  received_at timestamptz NOT NULL
);
CREATE INDEX payment_notices_received_at ON payment_notices (received_at);

-- Until when the provider's own list of messages was compared with ours.
CREATE TABLE payment_reconciliation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  reconciled_until timestamptz NOT NULL
);

ALTER TABLE subscriptions
  ADD COLUMN stripe_price_id text,
  ADD COLUMN ends_with_period boolean NOT NULL DEFAULT false,
  -- The tier for which usage_reset_date opened a fresh allowance.
  ADD COLUMN usage_reset_tier text;
CREATE INDEX subscriptions_period_end ON subscriptions (current_period_end) WHERE status IN ('active', 'pending');
