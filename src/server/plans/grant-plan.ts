import { decideTier, type Tier } from '../../domain/plan/tier.ts'
import { findUserByEmail, queueForUser, readEmail } from '../accounts/index.ts'
import type { Platform } from '../platform/platform.ts'
import { addSubscription, findSubscription, updateSubscription } from './store.ts'

/** The tiers that somebody can be given without a payment; `free` takes a given one back. */
export const grantableTiers = [
  'monthly',
  'sixmonth',
  'annual',
  'enterprise',
  'free',
] as const satisfies Tier[]
export type GrantableTier = (typeof grantableTiers)[number]

/** The tier that was in force before; `no_account`, or `pays` for somebody whose plan the payment provider decides. */
export type Granted = { before: Tier } | { refused: 'no_account' | 'pays' }

/** Gives the account of an address a tier until it is given another one. What is paid for is left alone: the provider's next notice would undo it. */
export async function grantPlan(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { email, tier }: { email: string; tier: GrantableTier },
): Promise<Granted> {
  return database.transaction(async (tx) => {
    const address = readEmail(email)
    const user = typeof address === 'string' ? await findUserByEmail(tx, address) : null
    if (!user || !(await queueForUser(tx, user.id))) return { refused: 'no_account' }
    const row = await findSubscription(tx, user.id)
    const before = decideTier(row)
    if (row?.providerId && before !== 'free') return { refused: 'pays' }
    const granted = {
      tier,
      status: 'active',
      currentPeriodEnd: null,
      providerId: null,
      priceId: null,
      endsWithPeriod: false,
      previousTier: before,
      usageResetDate: null,
      usageResetTier: null,
    }
    if (row && !row.providerId) await updateSubscription(tx, user.id, granted)
    else await addSubscription(tx, user.id, granted, clock.now())
    return { before }
  })
}
