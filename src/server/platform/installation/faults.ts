/** What is wrong when the parts of an installation do not belong together, and what to do: one sentence each, and no name of anything. */
export const faults = {
  olderSchema:
    'The database lacks migrations that this version of the program needs, as after a backup was restored: start this process again, so that they are made.',
  otherKey:
    'The stored files were written with another document key than this process has, or its key service does not open them: give it the DOCUMENT_KEY_FILE or KMS_KEY_ID that every other process on this database has.',
  otherInstallation:
    'The store belongs to another database than the one of this process: correct S3_BUCKET, DATA_DIR or DATABASE_URL, so that both are of one installation.',
  noMark:
    'The store is not the one that holds the files of this database, or was emptied: correct S3_BUCKET or DATA_DIR, or copy all that the right store holds, the folder "installation" included.',
  otherPublicUrl:
    'The other processes on this database have another PUBLIC_URL than this one: give this process theirs, or, to change it for all, stop every one of them before the first is started with the new one.',
  otherSigningKeys:
    'The other processes on this database sign with other keys than this one, so that who signs in at one is not signed in at the next: give this process the SIGNING_KEYS_FILE that they have; a new key is first added behind theirs everywhere.',
} as const
