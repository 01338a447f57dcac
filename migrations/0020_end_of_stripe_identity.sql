-- Stripe Identity is gone, so nobody can finish a check in progress. A process of the earlier version, which may still
-- serve, has these sessions redacted, and may begin others: only results count, so an open row counts as none. The
-- sessions' ids stay until the operator has redacted them (docs/upgrade.md).
UPDATE identity_checks SET state = 'cancelled', fault = NULL, claimed_name = NULL, ended_at = now()
WHERE ended_at IS NULL;
