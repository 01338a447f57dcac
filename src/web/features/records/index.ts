export { RecordFailed, toRecordFault } from './owner/record-failed.tsx'
