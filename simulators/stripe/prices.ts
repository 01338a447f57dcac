import type { CardBehaviour } from './world.ts'

export const simulatedPriceIds = {
  monthly: 'price_simulator_monthly',
  sixmonth: 'price_simulator_sixmonth',
  annual: 'price_simulator_annual',
} as const

/** The three prices (PLAN-1), in pence, with the length of a billing period in months. */
const simulatedPrices = [
  { id: simulatedPriceIds.monthly, nickname: 'Monthly', unitAmount: 2000, months: 1 },
  { id: simulatedPriceIds.sixmonth, nickname: '6-Month', unitAmount: 7000, months: 6 },
  { id: simulatedPriceIds.annual, nickname: 'Annual', unitAmount: 12_000, months: 12 },
]
type SimulatedPrice = (typeof simulatedPrices)[number]

/** Finds a price by its id; null for an unknown id. */
export function findSimulatedPrice(id: string): SimulatedPrice | null {
  return simulatedPrices.find((price) => price.id === id) ?? null
}

/**
 * The end of the `count`th period of a price since `anchor`: the same day of the month, or the last day of a shorter
 * month.
 */
export function computePeriodEnd(anchor: number, price: string, count: number): number {
  const months = (findSimulatedPrice(price)?.months ?? 1) * count
  const end = new Date(anchor)
  end.setUTCMonth(end.getUTCMonth() + months)
  // Day 0 is the last day of the month before: a shorter month overflows into the next one.
  if (end.getUTCDate() !== new Date(anchor).getUTCDate()) end.setUTCDate(0)
  return end.getTime()
}

/** The only cards that the simulator accepts. Card numbers are never stored. */
export const testCards: readonly { number: string; behaviour: CardBehaviour; outcome: string }[] = [
  { number: '4242 4242 4242 4242', behaviour: 'pays', outcome: 'pays at once' },
  { number: '4000 0000 0000 0002', behaviour: 'declined', outcome: 'is declined' },
  { number: '4000 0000 0000 7726', behaviour: 'late', outcome: 'settles after 15 seconds' },
  { number: '4000 0000 0000 5126', behaviour: 'late_refused', outcome: 'is refused after 15 seconds' },
  { number: '4000 0000 0000 0341', behaviour: 'fails_on_renewal', outcome: 'is declined at the renewal' },
]

/** The behaviour of a typed card number; null if it isn't a test card. Spaces and hyphens are ignored. */
export function findBehaviour(typed: string): CardBehaviour | null {
  const digits = typed.replace(/[\s-]/g, '')
  return testCards.find(({ number }) => number.replaceAll(' ', '') === digits)?.behaviour ?? null
}
