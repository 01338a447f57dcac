import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { VerificationList } from '../../../contract/verification.ts'
import { makeHistoryQuery } from '../../api/verifications.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { type HistoryView, words } from './words.ts'

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
