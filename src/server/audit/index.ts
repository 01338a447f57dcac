export { appendAuditEvent, type NewAuditEvent } from './append-audit-event.ts'
export { noteOnceInAWhile } from './note-once-in-a-while.ts'
export { verifyTrails } from './verify-trails.ts'
