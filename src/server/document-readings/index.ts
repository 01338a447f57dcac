export { dueReadings } from './due-readings.ts'
export { forgetReadingsJob } from './forget-readings.ts'
export { readDocumentJob } from './read-document-job.ts'
export { type DocumentReading, isReadingUnderWay, readingFor, saysUnderAge } from './reading-for.ts'
