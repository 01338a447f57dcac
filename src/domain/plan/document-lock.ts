/** What a creator waits for who may not open the third party's photo and ID: a paid plan, or that a payment is confirmed. */
export const documentLocks = ['paid_plan', 'payment'] as const
export type DocumentLock = (typeof documentLocks)[number]
