export { forgetPassesTask, thirdPartyJobs } from './forget-gate-passes.ts'
