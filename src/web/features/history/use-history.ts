import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { mostCounted, type VerificationList } from '../../../contract/verification.ts'
import type { VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/history.ts'
import { makeHistoryQuery } from '../../api/verifications.ts'
import { showToast } from '../../shared/ui/toast.ts'

/** What the history shows: everything, or one kind. */
export type HistoryView = 'all' | VerificationKind

/** One view of the history, and the counts of all three, which every answer carries. A failure is toasted once, beside its card. */
export function useHistory(view: HistoryView) {
  const query = useInfiniteQuery(makeHistoryQuery(view === 'all' ? null : view))
  const [counts, setCounts] = useState<VerificationList['counts']>()
  const latest = query.data?.pages.at(-1)?.counts
  useEffect(() => {
    if (latest) setCounts(latest)
  }, [latest])
  const { isError } = query
  useEffect(() => {
    if (isError)
      showToast({ kind: 'error', title: words.error[view].title, description: words.error[view].text })
  }, [isError, view])
  const pages = query.data?.pages
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? null, [pages])
  return { query, items, counts: latest ?? counts }
}

export type History = ReturnType<typeof useHistory>

/** A count as far as lists are counted, and that there are more. */
export function describeCount(n: number): string {
  return n > mostCounted ? `${mostCounted}+` : String(n)
}
