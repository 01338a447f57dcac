-- Which installation this database is of. Its store holds the same id, so that a process that was given the store of another one, or
-- another key, is noticed before it serves.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Since when the store is known to hold it; until then it is written there by whoever comes first.
  marked_at timestamptz
);
