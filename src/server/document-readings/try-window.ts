/** A creator's tries count for a day. */
export const tryWindowMs = 24 * 60 * 60 * 1000
