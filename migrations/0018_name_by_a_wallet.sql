-- Whether a wallet may also be asked for the name, by the creator's choice.
ALTER TABLE verifications ADD COLUMN asks_wallet_name boolean NOT NULL DEFAULT false;

-- A request to a wallet: whether it asks for the name; the name to compare, and the day on the person's calendar, both
-- deleted once there is an answer; and the result of the comparison.
ALTER TABLE wallet_sessions
  ADD COLUMN asks_name boolean NOT NULL DEFAULT false,
  ADD COLUMN claimed_name text,
  ADD COLUMN today date,
  ADD COLUMN name_verdict text CHECK (name_verdict IN ('agrees', 'differs', 'not_compared')),
  ADD COLUMN name_mark text;

-- How the name on the credential compares with the name of that request; null where no name was asked for. The keyed
-- hash of the compared name: the verdict doesn't count for another one.
ALTER TABLE wallet_proofs
  ADD COLUMN name_verdict text CHECK (name_verdict IN ('agrees', 'differs', 'not_compared')),
  ADD COLUMN name_mark text;
