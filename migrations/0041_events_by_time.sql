-- Which trails have something new is found without reading them all: rows are only ever added, so that those of a time lie together.
CREATE INDEX audit_events_at ON audit_events USING brin (at) WITH (autosummarize = on);
