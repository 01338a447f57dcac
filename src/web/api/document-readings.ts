import type { Reading } from '../../contract/document-reading.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { sendAuthorisedRequest } from './authorised-request.ts'
import { request } from './request.ts'
import type { ThirdPartyAccess } from './third-party.ts'

/** How to have a document read, and how to learn what became of it; null when nothing was asked. Both throw RequestFailure. */
export type ReadingCalls = {
  ask(documentId: string, signal: AbortSignal): Promise<Reading>
  look(documentId: string, signal: AbortSignal): Promise<Reading | null>
}

/** For the signed-in creator, compared with what they typed of themselves. */
export function callOwnReading(claims: {
  fullName: string
  dateOfBirth: CalendarDate
  today: CalendarDate
}): ReadingCalls {
  return {
    ask: (documentId, signal) =>
      sendAuthorisedRequest('POST /api/document-readings', { json: { documentId, ...claims }, signal }),
    look: async (documentId, signal) => {
      const { reading } = await sendAuthorisedRequest('GET /api/document-readings/:id', {
        params: { id: documentId },
        signal,
      })
      return reading
    },
  }
}

/** For the third party, compared with the name that the creator typed. */
export function callThirdPartyReading(
  { id, gateToken }: ThirdPartyAccess,
  today: CalendarDate,
): ReadingCalls {
  const call = { params: { id }, token: gateToken }
  return {
    ask: (documentId, signal) =>
      request('POST /api/public/verifications/:id/reading', { ...call, json: { documentId, today }, signal }),
    look: async (_, signal) =>
      (await request('GET /api/public/verifications/:id/reading', { ...call, signal })).reading,
  }
}
