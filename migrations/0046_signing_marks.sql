-- By which keys the processes on this database sign and verify: the names of public keys, and a mark of the secret one. Null until one has served since.
ALTER TABLE installation ADD COLUMN signing jsonb;
