import { queryOptions } from '@tanstack/react-query'
import { sendAuthorisedRequest } from './authorised-request.ts'

/** The devices that the person is signed in on. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/sessions', { signal }),
})
