-- The format of the record, set at the completion (docs/record-format.md). Null: the first one, sealed-record/2.
ALTER TABLE verifications ADD COLUMN record_format text CHECK (record_format IN ('sealed-record/2', 'sealed-record/3'));
