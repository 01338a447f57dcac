import { queryOptions } from '@tanstack/react-query'
import { sendAuthorisedRequest } from './authorised-request.ts'

/** The signed-in person's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/profile', { signal }),
  staleTime: 60_000,
})
