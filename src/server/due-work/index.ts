export { type OverdueWork, overdueWork } from './overdue-work.ts'
export { dueWorkJobs, sweepDueWorkTask } from './sweep-due-work.ts'
