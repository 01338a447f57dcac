export { countOverdueWork, type OverdueWork } from './overdue-work.ts'
export { sweepDueWorkJob } from './sweep-due-work.ts'
