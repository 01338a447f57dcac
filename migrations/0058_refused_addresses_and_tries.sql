-- Since when a mail server says that the mailbox of an account's address does not exist; null where none did since the address was confirmed.
ALTER TABLE users ADD COLUMN email_refused_at timestamptz;

-- A code for what is held about an address takes five tries from each client network, and a hundred in all.
ALTER TABLE mailbox_codes
  DROP CONSTRAINT mailbox_codes_tries_check,
  ADD CONSTRAINT mailbox_codes_tries_check CHECK (tries BETWEEN 0 AND 100);
