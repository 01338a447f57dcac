export { createDueForgetting, forgetInvited, forgetInvitedJob } from './forget-invited.ts'
export { gateCode } from './gate-code.ts'
export { findOpenPass, type GatePass } from './policy.ts'
