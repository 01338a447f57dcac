export { consumeAllowance } from './consume-allowance.ts'
export { planJobs } from './plan-jobs.ts'
export { tierOf } from './plan-of.ts'
export { planTasks } from './plan-tasks.ts'
