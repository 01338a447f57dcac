/** What an account may do. `pending` is a checkout whose payment is not confirmed yet. */
export const tiers = ['free', 'monthly', 'sixmonth', 'annual', 'enterprise', 'pending'] as const
export type Tier = (typeof tiers)[number]

const synonyms = new Map<string, Tier>([
  ['six_month', 'sixmonth'],
  ['6month', 'sixmonth'],
  ['yearly', 'annual'],
])

/**
 * The tier that a stored tier name stands for (PLAN-4).
 * `known` is false for a name nobody defined; such a name counts as free and deserves a warning in the log.
 */
export function normaliseTier(stored: string | null): { tier: Tier; known: boolean } {
  if (!stored) return { tier: 'free', known: true }
  const tier = synonyms.get(stored) ?? tiers.find((candidate) => candidate === stored)
  return tier ? { tier, known: true } : { tier: 'free', known: false }
}

/** The tier in force: pending if tier or status is, the stored tier while active, otherwise free (PLAN-5). */
export function decideTier(subscription: { tier: string | null; status: string | null } | null): Tier {
  if (!subscription) return 'free'
  if (subscription.tier === 'pending' || subscription.status === 'pending') return 'pending'
  if (subscription.status !== 'active') return 'free'
  return normaliseTier(subscription.tier).tier
}
