import english from './en/offers.ts'
import { messages } from './messages.ts'

/** What plans are called and hold, where they are offered (PLAN-1, PLAN-2). */
export const offerWords = messages('offers', english)

/** A tier's name as people read it. */
export const { tiers: tierNames } = offerWords
