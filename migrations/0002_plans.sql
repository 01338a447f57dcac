-- Plans: which tier a user has, and the trail of what they used (document 1, section 3).

CREATE TABLE subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tier text NOT NULL,
  status text NOT NULL,
  current_period_end timestamptz,
  stripe_subscription_id text UNIQUE,
  usage_reset_date timestamptz,
  previous_tier text,
  created_at timestamptz NOT NULL
);
CREATE INDEX subscriptions_newest ON subscriptions (user_id, created_at DESC);

CREATE TABLE subscription_usage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  action_type text NOT NULL CHECK (action_type IN ('ageVerification', 'personVerification')),
  created_at timestamptz NOT NULL
);
CREATE INDEX subscription_usage_window ON subscription_usage (user_id, created_at);
