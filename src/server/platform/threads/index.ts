export { startThreads } from './start-threads.ts'
