export { forgetKeysJob } from './forget-keys.ts'
export { findIdempotencyKey } from './idempotency-key.ts'
export { doOnce } from './once.ts'
export { eraseRequestsOf, gatherRequests } from './personal-data.ts'
