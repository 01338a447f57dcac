import { findAddress } from '../accounts/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import { toMailbox } from '../platform/mail/index.ts'

/** Whether an address is a creator's own, in whatever spelling: nobody is their own third party (CREATE-22, GATE-70). */
export async function isOwnAddress(q: Queryable, userId: string, address: string): Promise<boolean> {
  const own = await findAddress(q, userId)
  return own !== null && toMailbox(own.email) === toMailbox(address)
}
