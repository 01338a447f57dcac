import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { OwnerView } from '../../contract/verification.ts'
import type { VerificationKind } from '../../domain/verification/verification.ts'
import { sendAuthorisedRequest } from './authorised-request.ts'

/** Every query about verifications begins with this: invalidate it when one of them changed. */
export const verificationsKey = ['verifications'] as const

/** Quickly there at first; then few requests for much, also when all that was loaded is brought up to date. */
const pageSize = { first: 20, next: 100 }
const recentCount = 3

/** The history: newest first, a page at a time; `null` for both kinds. */
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

/** What the page of a link shows of its verification: nothing of anybody. The wizard puts the answer of the creation here. */
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

/** One verification as its creator sees it. */
export function makeVerificationQuery(id: string) {
  return queryOptions({
    queryKey: [...verificationsKey, 'one', id],
    queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/verifications/:id', { params: { id }, signal }),
  })
}
