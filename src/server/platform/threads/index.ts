export { startThreads } from './start-threads.ts'
export { ThreadNotStarted } from './thread-not-started.ts'
