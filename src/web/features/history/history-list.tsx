import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { mostCounted, type VerificationSummary } from '../../../contract/verification.ts'
import words from '../../../words/en/history.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { LoadingCard } from '../../shared/ui/loading-card.tsx'
import { HistoryCard } from './history-card.tsx'
import classes from './history-list.module.css'
import type { History, HistoryView } from './use-history.ts'

/** One tab: its cards, or why there are none and what to do then. */
export function HistoryList({
  view,
  history: { query, items, counts },
}: {
  view: HistoryView
  history: History
}) {
  if (query.isPending)
    return (
      <Stack>
        <LoadingCard words={words.loading} />
        <LoadingCard words={words.loading} />
      </Stack>
    )
  if (!items)
    return (
      <ErrorCard
        title={words.error[view].title}
        action={
          <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
            {words.tryAgain}
          </Button>
        }
      >
        {words.error[view].text}
      </ErrorCard>
    )
  if (items.length === 0) return <Empty view={view} />
  return <Cards items={items} total={estimateSize(counts?.[view] ?? items.length)} query={query} />
}

type CardsProps = { items: VerificationSummary[]; total: number; query: History['query'] }

/** The cards that are loaded. "Load more" moves the focus to the first card that it brings. */
function Cards({ items, total, query }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  const loadedBefore = useRef<number | null>(null)
  useEffect(() => {
    const first = loadedBefore.current
    if (first === null || items.length <= first) return
    loadedBefore.current = null
    const card = list.current?.children[first]
    if (card instanceof HTMLElement) card.focus({ preventScroll: true })
  }, [items.length])
  const loadMore = () => {
    loadedBefore.current = items.length
    void query.fetchNextPage()
  }
  return (
    <>
      <ul ref={list} className={classes['list']}>
        {items.map((item, n) => (
          <li key={item.id} tabIndex={-1} aria-posinset={n + 1} aria-setsize={total}>
            <HistoryCard item={item} />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Group justify="center" mt="lg">
          <Button variant="default" onClick={loadMore} loading={query.isFetchingNextPage}>
            {words.more}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

/** As `aria-setsize` says it: -1 where nobody counted to the end. */
function estimateSize(count: number): number {
  return count > mostCounted ? -1 : count
}

function Empty({ view }: { view: HistoryView }) {
  return (
    <EmptyState
      title={words.empty[view].title}
      action={
        <Group justify="center" mt="md">
          {view === 'person' ? null : (
            <Button component={Link} to="/age-confirmation">
              {words.startAge}
            </Button>
          )}
          {view === 'age' ? null : (
            <Button
              component={Link}
              to="/person-verification"
              variant={view === 'all' ? 'default' : 'filled'}
            >
              {words.startPerson}
            </Button>
          )}
        </Group>
      }
    >
      {words.empty[view].text}
    </EmptyState>
  )
}
