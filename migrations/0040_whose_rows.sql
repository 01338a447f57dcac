-- What an account, a verification or an address has of these is found by an index, however many rows others have.
CREATE INDEX wallet_proofs_user ON wallet_proofs (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX wallet_sessions_user ON wallet_sessions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX wallet_sessions_verification ON wallet_sessions (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX mailbox_passes_email ON mailbox_passes (email);
-- Whoever deletes a sign-in that began elsewhere has PostgreSQL look for the links that name it.
CREATE INDEX one_time_tokens_flow_state ON one_time_tokens (flow_state_id) WHERE flow_state_id IS NOT NULL;
