export { type OverdueWork, overdueWork } from './overdue-work.ts'
export { sweepDueWorkJob } from './sweep-due-work.ts'
