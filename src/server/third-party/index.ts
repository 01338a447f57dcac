export { forgetPassesJobs, forgetPassesTask } from './forget-gate-passes.ts'
export { codeMails } from './mail-code.ts'
