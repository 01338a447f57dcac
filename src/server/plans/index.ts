export { consumeAllowance } from './consume-allowance.ts'
export { tierOf } from './plan-of.ts'
