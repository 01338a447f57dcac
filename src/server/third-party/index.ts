export { thirdPartyJobs } from './forget-gate-passes.ts'
