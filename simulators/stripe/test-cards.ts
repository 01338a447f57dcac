import type { CardBehaviour } from './records.ts'

/** The only cards that the simulator knows. No number is ever stored. */
export const testCards: readonly { number: string; behaviour: CardBehaviour; says: string }[] = [
  { number: '4242424242424242', behaviour: 'pays', says: 'pays at once' },
  { number: '4000000000000002', behaviour: 'declined', says: 'is declined' },
  { number: '4000000000007726', behaviour: 'late', says: 'settles late: the payment is pending for a while' },
  {
    number: '4000000000005126',
    behaviour: 'late_refused',
    says: 'is pending for a while and then refused',
  },
  {
    number: '4000000000000341',
    behaviour: 'fails_on_renewal',
    says: 'pays now and is declined at the renewal',
  },
]

/** What a typed card number does; null for a number that is no test card. Spaces and hyphens do not count. */
export function findBehaviour(typed: string): CardBehaviour | null {
  const digits = typed.replace(/[\s-]/g, '')
  return testCards.find(({ number }) => number === digits)?.behaviour ?? null
}

/** A card number in groups of four. */
export function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}
