import { Button, Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { mostCounted } from '../../../contract/verification.ts'
import words from '../../../words/en/history.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { LoadingCard } from '../../shared/ui/loading-card.tsx'
import { HistoryCards } from './history-cards.tsx'
import { MoreCards } from './more-cards.tsx'
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
  return (
    <>
      <HistoryCards items={items} total={estimateSize(counts?.[view] ?? items.length)} />
      {query.hasNextPage ? <MoreCards query={query} /> : null}
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
