-- When the refresh token of a session was rotated within the reuse window. What counts is the rotation, not the last answer: somebody who
-- comes back with an old token must not hold the window open.
ALTER TABLE sessions ADD COLUMN rotations timestamptz[] NOT NULL DEFAULT '{}';
CREATE INDEX sessions_created_at ON sessions (created_at);
