import { queryOptions } from '@tanstack/react-query'
import { sendAuthorisedRequest } from './session.ts'

/** What the signed-in account keeps of its own ID; null for nothing. */
export const keptProofQuery = queryOptions({
  queryKey: ['kept-proof'],
  queryFn: async ({ signal }) => (await sendAuthorisedRequest('GET /api/kept-proof', { signal })).kept,
})
