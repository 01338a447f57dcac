import { queryOptions } from '@tanstack/react-query'
import { sendAuthorisedRequest } from './session.ts'

/** The signed-in account's kept ID reading; null without one. */
export const keptProofQuery = queryOptions({
  queryKey: ['kept-proof'],
  queryFn: async ({ signal }) => (await sendAuthorisedRequest('GET /api/kept-proof', { signal })).kept,
})
