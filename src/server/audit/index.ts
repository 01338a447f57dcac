export { findLastTime } from './store.ts'
export {
  appendAuditEvent,
  type NewAuditEvent,
  noteRepeatableEvent,
  pickTimeInTrail,
  readTrail,
  rememberLocked,
  writeRepeatsJob,
} from './trail.ts'

export { type TrailPlace, type TrailReport, verifyNewTrails, verifyTrails } from './verify-trails.ts'
