import { queryOptions } from '@tanstack/react-query'
import { sendAuthorisedRequest } from './authorised-request.ts'

/** The tier in force and this month's allowances; kept for 5 minutes (PLAN-12). */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/usage', { signal }),
  staleTime: 5 * 60_000,
})
