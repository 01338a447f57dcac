/** How long a consent is valid, chosen by the creator (VALID-1). */
export const validities = ['24_hours', '7_days', 'until_withdrawn'] as const
export type Validity = (typeof validities)[number]

/** The default validity: only a withdrawal ends the consent. */
export const defaultValidity = 'until_withdrawn' satisfies Validity

const hourMs = 60 * 60 * 1000
const lifeMs: Record<Validity, number | null> = {
  '24_hours': 24 * hourMs,
  '7_days': 7 * 24 * hourMs,
  until_withdrawn: null,
}

/**
 * The end of validity of a consent that was submitted at an instant; null where only a withdrawal ends it (VALID-3).
 */
export function computeValidUntil(validity: Validity, submittedAt: Date): Date | null {
  const life = lifeMs[validity]
  return life ? new Date(submittedAt.getTime() + life) : null
}
