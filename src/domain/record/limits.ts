/** Lifetime of a mailed link to the third party's record; a new one can be requested at any time. */
export const recordLinkLifeDays = 30

/** Sealing usually takes a moment; after this time it is reported as overdue. */
export const sealOverdueAfterMs = 60_000

/** Retention of photos and IDs after a verification is complete, unless the installation configures another. */
export const defaultRetentionDays = 90

/** Duration of a legal hold; it can't be extended. */
export const holdDays = 180
/** Retention of the hold's reason after its end. */
export const holdReasonKeptDays = 30
