import { queryOptions } from '@tanstack/react-query'
import { sendAuthorisedRequest } from './session.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/profile', { signal }),
  staleTime: 60_000,
})

/** The tier in force and this month's allowances; kept for 5 minutes (PLAN-12). */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/usage', { signal }),
  staleTime: 5 * 60_000,
})

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/sessions', { signal }),
})

/** The polling interval while a copy is being made. */
const againAfterMs = 2000

/** The newest copy of the signed-in person's data; polled while one is being made. */
export const newestExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/data-exports/newest', { signal }),
  refetchInterval: ({ state }) => {
    const newest = state.data?.newest?.state
    return newest === 'queued' || newest === 'making' ? againAfterMs : false
  },
})

export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/account/closing', { signal }),
  staleTime: 0,
})
