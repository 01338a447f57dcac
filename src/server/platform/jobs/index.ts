export { databaseJobs } from './database-jobs.ts'
export type { JobHandlers, JobInfo, Jobs } from './jobs.ts'
export { prepareJobs, runDueJobs, startWorkers, type WorkersOptions } from './workers.ts'
