import type { SimulatedPrice } from './records.ts'

/** The three prices (PLAN-1), in pence. */
export const simulatedPrices: readonly SimulatedPrice[] = [
  {
    id: 'price_simulator_monthly',
    product: 'prod_simulator',
    nickname: 'Monthly',
    unitAmount: 2000,
    interval: 'month',
    intervalCount: 1,
  },
  {
    id: 'price_simulator_sixmonth',
    product: 'prod_simulator',
    nickname: '6-Month',
    unitAmount: 7000,
    interval: 'month',
    intervalCount: 6,
  },
  {
    id: 'price_simulator_annual',
    product: 'prod_simulator',
    nickname: 'Annual',
    unitAmount: 12_000,
    interval: 'year',
    intervalCount: 1,
  },
]

/** The price with this id; null when there is none. */
export function findSimulatedPrice(id: string): SimulatedPrice | null {
  return simulatedPrices.find((price) => price.id === id) ?? null
}

/** The end of the `count`th period of a price since `anchor`, on the same day of the month, or the month's last when it has no such day. */
export function computePeriodEnd(anchor: number, price: SimulatedPrice, count: number): number {
  const months = (price.interval === 'year' ? 12 : 1) * price.intervalCount * count
  const start = new Date(anchor)
  const end = new Date(anchor)
  end.setUTCDate(1)
  end.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return end.getTime()
}
