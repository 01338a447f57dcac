import type { UserMetadata } from '../users/user-store.ts'
import { type AuthRefusal, refuseAuth } from './auth-error.ts'

/** The metadata travels in every access token, and a token has to fit a request header. */
const maxBytes = 6 * 1024

/** The metadata as it may be stored, or a refusal when there is too much of it. */
export function readMetadata(data: UserMetadata): UserMetadata | AuthRefusal {
  if (Buffer.byteLength(JSON.stringify(data)) <= maxBytes) return data
  return refuseAuth('validation_failed', { message: 'The user data is too large' })
}

/** The metadata with the changes applied: a null takes a member away. */
export function mergeMetadata(before: UserMetadata, changes: UserMetadata): UserMetadata {
  const merged = Object.entries({ ...before, ...changes })
  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}
