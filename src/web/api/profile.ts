import { queryOptions } from '@tanstack/react-query'
import { authorisedRequest } from './authorised-request.ts'

/** The signed-in person's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => authorisedRequest('GET /api/profile', { signal }),
  staleTime: 60_000,
})
