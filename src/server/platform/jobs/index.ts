export { countJobsBefore, createDatabaseJobs } from './database-jobs.ts'
export { bindJobs, defineJob, type Job, noPayload } from './define-job.ts'
export { createDueRows } from './due-rows.ts'
export { countOverdue, type DueWork, hasNoJob, type Overdue } from './due-work.ts'
export { handleEach } from './each-by-itself.ts'
export type { JobHandlers, Jobs, JobType, Place, RecurringJob } from './jobs.ts'
export type { Lane } from './lane.ts'
export { prepareJobSchema } from './prepare-job-schema.ts'
export { isServed } from './presence.ts'
export { type QueueDepth, readQueueDepth } from './queue-depth.ts'
export { readPayload, UnreadablePayload } from './read-payload.ts'
export {
  /** @internal */ countConnections,
  /** @internal */ openDueJobs,
  /** @internal */ runDueJobs,
  startWorkers,
  type WorkersOptions,
} from './workers.ts'
