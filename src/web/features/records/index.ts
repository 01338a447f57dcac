export { RecordFailed } from './owner/record-failed.tsx'
export { toRecordFault } from './owner/record-fault.ts'
