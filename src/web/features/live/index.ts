export { useLiveChanges } from './use-live-changes.ts'
export { useLiveVerifications } from './use-live-verifications.ts'
