export type { Message } from './frames.ts'
export { ProcessEndedError } from './process-ended.ts'
export { ProcessNotStarted } from './process-not-started.ts'
export { type ProcessOptions, startProcesses } from './start-processes.ts'
