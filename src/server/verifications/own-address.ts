import { addressOf } from '../accounts/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { mailboxOf } from '../platform/mail/index.ts'

/** Whether an address is a creator's own, in whatever spelling: nobody is their own third party (CREATE-22). */
export async function isOwnAddress(q: Queryable, userId: string, address: string): Promise<boolean> {
  const own = await addressOf(q, userId)
  return own !== null && mailboxOf(own.email) === mailboxOf(address)
}
