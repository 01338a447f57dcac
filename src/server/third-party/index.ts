export { forgetPassesJob } from './forget-gate-passes.ts'
export { gateCodeJob } from './mail-code.ts'
