import { monthlyAllowance } from './allowance.ts'
import type { Tier } from './tier.ts'

/** What a month of a tier holds, where it is offered. Both kinds have the same count on every tier that is (PLAN-2). */
export function allowanceWords(tier: Exclude<Tier, 'enterprise' | 'pending'>): string {
  const { age, person } = monthlyAllowance[tier]
  return `${age} age and ${person} person verification${person === 1 ? '' : 's'} per month`
}
