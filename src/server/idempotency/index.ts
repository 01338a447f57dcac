export { forgetKeysJob } from './forget-keys.ts'
export { idempotencyKey } from './idempotency-key.ts'
export { once } from './once.ts'
export { eraseRequestsOf, requestsOf } from './personal-data.ts'
