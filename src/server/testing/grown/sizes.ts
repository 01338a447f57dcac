/**
 * How much there is in a grown installation. Trails have about ten rows each, and the log one leaf for each
 * verification, on average.
 */
export type Sizes = { accounts: number; verifications: number }

/** What the grown rows are like. */
export type Like = {
  /** An account whose password every grown account has. */
  userId: string
  /** Whose key signed the head that every grown head repeats the signature of, hex SHA-256. */
  certificateSha256: string
}

/** The account whose list is as long as a tenth of everything. */
export const largeOwner = 0

export function toEmail(account: number): string {
  return `grown-${account}@example.com`
}
