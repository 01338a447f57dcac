-- What a mail is made of stays until it is forgotten where it was given up, so that it can be retried; these are counted for the metrics.
CREATE INDEX mails_lost ON mails (ended_at)
  WHERE outcome = 'gave_up' OR (outcome = 'not_needed' AND tries > 1 AND ended_at - queued_at > interval '1 hour');
