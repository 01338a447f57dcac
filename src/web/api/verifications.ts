import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { toOwnerPath } from '../../contract/address.ts'
import type { OwnerView, VerificationSummary } from '../../contract/verification.ts'
import type { Validity } from '../../domain/verification/validity.ts'
import type { VerificationKind } from '../../domain/verification/verification.ts'
import { RequestFailure } from './request.ts'
import { sendAuthorisedRequest } from './session.ts'
import { onSessionChange } from './session-state.ts'

/** The prefix of every query key about verifications: invalidate it when one of them has changed. */
export const verificationsKey = ['verifications'] as const

/**
 * A small first page is fast; later pages are large, so that loading more, and refetching everything loaded, takes few
 * requests.
 */
const pageSize = { first: 20, next: 100 }
const recentCount = 3

/** The history: newest first, a page at a time; `null` means both kinds. */
export function makeHistoryQuery(kind: VerificationKind | null) {
  return infiniteQueryOptions({
    queryKey: [...verificationsKey, 'history', kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      sendAuthorisedRequest('GET /api/verifications', {
        query: {
          limit: String(pageParam ? pageSize.next : pageSize.first),
          ...(kind ? { type: kind } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** The three latest of both kinds (HOME-5). */
export const recentVerificationsQuery = queryOptions({
  queryKey: [...verificationsKey, 'recent'],
  queryFn: ({ signal }) =>
    sendAuthorisedRequest('GET /api/verifications', { query: { limit: String(recentCount) }, signal }),
})

/** The start of the keys of consent texts: invalidate it when one has changed. */
export const consentTextKey = ['consent-text'] as const

/** The text of a new verification, as the server has it in the language of the page. */
export function makeConsentTextQuery(type: VerificationKind, validity: Validity) {
  return queryOptions({
    queryKey: [...consentTextKey, type, validity],
    queryFn: ({ signal }) =>
      sendAuthorisedRequest('GET /api/consent-text', { query: { type, validity }, signal }),
    staleTime: Infinity,
  })
}

/**
 * The data of a verification on the page of its link, without personal data. The wizard puts the answer of the creation
 * here.
 */
export function makeCreatedLinkQuery(id: string) {
  return queryOptions({
    queryKey: [...verificationsKey, 'created', id],
    async queryFn({ signal }): Promise<CreatedLink> {
      const view = await sendAuthorisedRequest('GET /api/verifications/:id', { params: { id }, signal })
      const { type, status, verificationLink, invitation } = view
      return { type, status, verificationLink, invitation }
    },
  })
}
type CreatedLink = Pick<OwnerView, 'type' | 'status' | 'verificationLink' | 'invitation'>

export function makeVerificationQuery(id: string) {
  return queryOptions({
    queryKey: [...verificationsKey, 'one', id],
    queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/verifications/:id', { params: { id }, signal }),
  })
}

const maxRetries = 2

/** A refusal is final; a lost connection or a failing server is retried. */
function isWorthRetrying(failureCount: number, failure: Error): boolean {
  if (failureCount >= maxRetries) return false
  if (!(failure instanceof RequestFailure)) return false
  return failure.status === null || failure.status >= 502
}

/** The cache of the signed-in person's pages. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      staleTime: 10_000,
      // A paused query would show its spinner forever; being offline is an error with a retry like any other.
      networkMode: 'always',
    },
  },
})

// On public pages too, where none of the account's pages is shown.
onSessionChange(({ type }) => {
  if (type === 'signed-out' || type === 'signed-in') queryClient.clear()
})

/**
 * The page of an entry in a person's history: for their own, by its kind; for a record they were asked for, the
 * record's page.
 */
export function writeVerificationPath({
  id,
  role,
  type,
}: Pick<VerificationSummary, 'id' | 'role' | 'type'>): string {
  if (role === 'third_party') return `/records/${id}`
  return toOwnerPath({ id, type })
}
