export { gateCode } from './gate-code.ts'
export { openPassOf } from './policy.ts'
