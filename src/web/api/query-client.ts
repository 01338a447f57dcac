import { QueryClient } from '@tanstack/react-query'
import { RequestFailure } from './request.ts'

const maxRetries = 2

/** A refusal is final; a lost connection or a broken server deserves another try. */
export function isWorthRetrying(failureCount: number, failure: Error): boolean {
  if (failureCount >= maxRetries) return false
  if (!(failure instanceof RequestFailure)) return false
  return failure.status === null || failure.status >= 502
}

/** What the server has told the signed-in person's pages. Emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      staleTime: 10_000,
      // A paused query would leave its spinner standing; offline is an error with a retry like any other.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
