/** Whose check it is: an account's own, or the third party's of a verification. */
export type CheckOwner = { userId: string } | { verificationId: string }
