import type { Usage } from '../../contract/plan.ts'

const month = { used: 0, limit: 1, remaining: 1, unlimited: false }

/** The allowance of a person without a plan who has made nothing this month. */
export const sampleUsage: Usage = {
  tier: 'free',
  since: '2026-11-01T00:00:00.000Z',
  ageVerification: month,
  personVerification: month,
}
