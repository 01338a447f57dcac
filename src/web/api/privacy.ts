import { queryOptions } from '@tanstack/react-query'
import { sendAuthorisedRequest } from './authorised-request.ts'

/** How long a copy that is being made is left alone before it is asked for again. */
const againAfterMs = 2000

/** The newest copy of the signed-in person's data; asked for again and again while one is being made. */
export const newestExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/data-exports/newest', { signal }),
  refetchInterval: ({ state }) => {
    const newest = state.data?.newest?.state
    return newest === 'queued' || newest === 'making' ? againAfterMs : false
  },
})

/** What closing the account would end. */
export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/account/closing', { signal }),
  staleTime: 0,
})
