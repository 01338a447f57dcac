import { paidPlans } from './paid-plan.ts'

/** The names of the plans in a sentence: "Monthly, 6-Month or Annual". */
export const paidPlanNames = paidPlans
  .map(({ name }) => name)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')
