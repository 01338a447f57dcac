import type { CardBehaviour, SimulatedPrice } from './world.ts'

/** The three prices (PLAN-1), in pence. */
export const simulatedPrices: readonly SimulatedPrice[] = [
  { id: 'price_simulator_monthly', nickname: 'Monthly', unitAmount: 2000, months: 1 },
  { id: 'price_simulator_sixmonth', nickname: '6-Month', unitAmount: 7000, months: 6 },
  { id: 'price_simulator_annual', nickname: 'Annual', unitAmount: 12_000, months: 12 },
]

/** Finds a price by its id; null for an unknown id. */
export function findSimulatedPrice(id: string): SimulatedPrice | null {
  return simulatedPrices.find((price) => price.id === id) ?? null
}

/**
 * The end of the `count`th period of a price since `anchor`: the same day of the month, or the last day of a shorter
 * month.
 */
export function computePeriodEnd(anchor: number, price: SimulatedPrice, count: number): number {
  const months = price.months * count
  const start = new Date(anchor)
  const end = new Date(anchor)
  end.setUTCDate(1)
  end.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return end.getTime()
}

/** The only cards that the simulator accepts. Card numbers are never stored. */
export const testCards: readonly { number: string; behaviour: CardBehaviour; says: string }[] = [
  { number: '4242 4242 4242 4242', behaviour: 'pays', says: 'pays at once' },
  { number: '4000 0000 0000 0002', behaviour: 'declined', says: 'is declined' },
  {
    number: '4000 0000 0000 7726',
    behaviour: 'late',
    says: 'settles late: the payment is pending for a while',
  },
  {
    number: '4000 0000 0000 5126',
    behaviour: 'late_refused',
    says: 'is pending for a while and then refused',
  },
  {
    number: '4000 0000 0000 0341',
    behaviour: 'fails_on_renewal',
    says: 'pays now and is declined at the renewal',
  },
]

/** The behaviour of a typed card number; null if it isn't a test card. Spaces and hyphens are ignored. */
export function findBehaviour(typed: string): CardBehaviour | null {
  const digits = typed.replace(/[\s-]/g, '')
  return testCards.find(({ number }) => number.replaceAll(' ', '') === digits)?.behaviour ?? null
}
