-- What people think of the product: a rating and, if they like, a comment (document 1, section 3).
CREATE TABLE user_feedback (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Who gave it; null for somebody who was not signed in. It goes when the account goes.
  account_id uuid REFERENCES users (id) ON DELETE CASCADE,
  -- The same as the specification names it: the account's id, or the text anonymous.
  user_id text NOT NULL GENERATED ALWAYS AS (coalesce(account_id::text, 'anonymous')) STORED,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  -- As it was typed.
  comment text CHECK (length(comment) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL
);
CREATE INDEX user_feedback_account ON user_feedback (account_id) WHERE account_id IS NOT NULL;
