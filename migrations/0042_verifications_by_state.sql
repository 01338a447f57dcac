-- How many of somebody's verifications are in a state is counted in this index alone, and those that are open are found by it.
CREATE INDEX verifications_state ON verifications (user_id, status);
