export { dueForgetting, forgetInvited, forgetInvitedJob } from './forget-invited.ts'
export { gateCode } from './gate-code.ts'
export { type GatePass, openPassOf } from './policy.ts'
