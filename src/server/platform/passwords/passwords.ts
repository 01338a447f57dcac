/** Argon2id (RFC 9106), m=19456 KiB, t=2, p=1, off the event loop and a bounded number at a time. */
export type Passwords = {
  /** A PHC string with its own random salt. */
  hash(password: string): Promise<string>
  /** Whether the password made the hash. With `null` (no such account) it does the same work and answers false. */
  verify(hash: string | null, password: string): Promise<boolean>
}
