export { forgetKeysJob } from './forget-keys.ts'
export { idempotencyKey } from './idempotency-key.ts'
export { once } from './once.ts'
export { eraseRequestsOf, gatherRequests } from './personal-data.ts'
