import { monthlyAllowance } from '../../domain/plan/tier.ts'
import { messages } from '../messages.ts'

const { free, monthly, sixmonth, annual } = monthlyAllowance

/** The names and the contents of plans, where they are offered (PLAN-1, PLAN-2). */
export default messages('offers', {
  tiers: {
    free: 'Free',
    monthly: 'Monthly',
    sixmonth: '6-Month',
    annual: 'Annual',
    enterprise: 'Enterprise',
    pending: 'Pending',
  },
  paid: 'Monthly, 6-Month or Annual',
  prices: { monthly: '{price} per month', sixmonth: '{price} per 6 months', annual: '{price} per year' },
  /** The specified saving, if any. */
  savings: { sixmonth: 'Save £10 compared to monthly plan', annual: 'Save £120 compared to monthly plan' },
  // Complete sentences: the figures are fixed, and the landing page has no code for plurals.
  allowances: {
    free: `${free.age} age and ${free.person} person verification per month`,
    monthly: `${monthly.age} age and ${monthly.person} person verifications per month`,
    sixmonth: `${sixmonth.age} age and ${sixmonth.person} person verifications per month`,
    annual: `${annual.age} age and ${annual.person} person verifications per month`,
  },
})
