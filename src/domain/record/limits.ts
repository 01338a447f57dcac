/** How long a mailed link opens the third party's record; a new one can be asked for at any time. */
export const recordLinkLifeDays = 30

/** Sealing takes a moment; what takes longer than this is said to be late. */
export const sealOverdueAfterMs = 60_000

/** How long photos and IDs are kept after a verification is complete, unless the installation says otherwise. */
export const defaultRetentionDays = 90

/** How long a legal hold lasts; it cannot be extended. */
export const holdDays = 180
/** How long its reason is kept after it has ended. */
export const holdReasonKeptDays = 30
