import type { IdentityCheck } from '../../contract/identity-check.ts'
import { toLocalDay } from '../shared/time/local-day.ts'
import { sendAuthorisedRequest } from './authorised-request.ts'
import { request } from './request.ts'
import type { ThirdPartyAccess } from './third-party.ts'

/** How to send somebody to the provider, and how to learn how their check stands. Both throw RequestFailure. */
export type IdentityCheckCalls = {
  /** The address of the provider's page. */
  begin(): Promise<string>
  look(signal: AbortSignal): Promise<IdentityCheck>
}

/** For the signed-in creator, compared with the name that they will sign. */
export function callOwnIdentityCheck(fullName: string): IdentityCheckCalls {
  return {
    async begin() {
      const json = { fullName, today: toLocalDay(new Date()) }
      return (await sendAuthorisedRequest('POST /api/identity-check', { json })).url
    },
    look: (signal) => sendAuthorisedRequest('GET /api/identity-check', { signal }),
  }
}

/** For the third party, compared with the name that the creator typed. */
export function callThirdPartyIdentityCheck({ id, gateToken }: ThirdPartyAccess): IdentityCheckCalls {
  const call = { params: { id }, token: gateToken }
  return {
    async begin() {
      const json = { today: toLocalDay(new Date()) }
      return (await request('POST /api/public/verifications/:id/identity-check', { ...call, json })).url
    },
    look: (signal) => request('GET /api/public/verifications/:id/identity-check', { ...call, signal }),
  }
}
