export { findLastTime } from './store.ts'
export {
  appendAuditEvent,
  type NewAuditEvent,
  noteHeld,
  noteOnceInAWhile,
  pickTimeInTrail,
  readTrail,
  sayRepeatsJob,
} from './trail.ts'

export { type TrailPlace, type TrailReport, verifyNewTrails, verifyTrails } from './verify-trails.ts'
