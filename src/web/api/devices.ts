import { queryOptions } from '@tanstack/react-query'
import { authorisedRequest } from './authorised-request.ts'

/** The devices that the person is signed in on. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => authorisedRequest('GET /api/sessions', { signal }),
})
