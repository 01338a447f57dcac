import type { IdentityCheck } from '../../contract/identity-check.ts'

/** A check that was begun with the provider, without an answer yet. */
export const openIdentityCheck: NonNullable<IdentityCheck['check']> = {
  state: 'open',
  fault: null,
  ageOver18: null,
  nameAgrees: null,
  faceMatched: null,
  checkedAt: null,
}
