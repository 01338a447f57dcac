export { databaseJobs } from './database-jobs.ts'
export type { JobHandlers, JobInfo, Jobs, RecurringJob } from './jobs.ts'
export { prepareJobSchema } from './prepare-job-schema.ts'
export { runDueJobs, startWorkers, type WorkersOptions } from './workers.ts'
