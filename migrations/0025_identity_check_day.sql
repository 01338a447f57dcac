-- The day on the calendar of who began a check: 18 is counted on it. Null for checks from before it was asked for.
ALTER TABLE identity_checks ADD COLUMN begun_on date;
