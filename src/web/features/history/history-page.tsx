import { Alert, Anchor, Button, Group, Stack, Tabs } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  maxCounted,
  type VerificationList,
  type VerificationSummary,
} from '../../../contract/verification.ts'
import { productName } from '../../../domain/product.ts'
import type { VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/history.ts'
import { makeHistoryQuery } from '../../api/verifications.ts'
import { EmptyState, LoadingCard } from '../../shared/ui/cards.tsx'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { PageTabs } from '../../shared/ui/page-tabs.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { useLiveVerifications } from '../live/index.ts'
import { HistoryCard } from './history-card.tsx'
import classes from './history-list.module.css'

const views = ['all', 'age', 'person'] as const

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** All verifications of the signed-in person, in three tabs with their counts. The address has the open tab. */
export default function HistoryPage() {
  const [search, setSearch] = useSearchParams()
  const view = views.find((known) => known === search.get('tab')) ?? 'all'
  const history = useHistory(view)
  useLiveVerifications()
  return (
    <>
      <Anchor component={Link} to="/dashboard" size="sm" mod="standalone" mt="-xs">
        <IconArrowLeft size="1em" aria-hidden />
        {words.back}
      </Anchor>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <PageTabs
        value={view}
        onChange={(chosen) =>
          setSearch(chosen && chosen !== 'all' ? { tab: chosen } : {}, {
            replace: true,
            preventScrollReset: true,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {views.map((name) => (
            // A count makes its tab wider and shifts the next one.
            <Tabs.Tab key={name} value={name} disabled={!history.counts && history.query.isPending}>
              {history.counts
                ? words.countedTabs[name]({ count: describeCount(history.counts[name]) })
                : words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {history.isLimited ? (
          <Alert mb="lg">
            {words.limited}{' '}
            <Anchor component={Link} to="/forgot-password">
              {words.choosePassword}
            </Anchor>
          </Alert>
        ) : null}
        {views.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <HistoryList view={name} history={history} />
          </Tabs.Panel>
        ))}
      </PageTabs>
    </>
  )
}

/** One tab: its cards, or an empty state with the next step. */
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

/** The loaded cards. "Load more" moves the focus to the first new card, unless it has left the button. */
function Cards({ items, total, query }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const pages = query.data?.pages ?? []
  const shownPages = useRef(pages.length)
  const first = items.length - (pages.at(-1)?.items.length ?? 0)
  useEffect(() => {
    const isLonger = pages.length > shownPages.current
    shownPages.current = pages.length
    const { activeElement } = document
    if (!isLonger || (activeElement !== more.current && activeElement !== document.body)) return
    const card = list.current?.children[first]
    if (card instanceof HTMLElement) card.focus({ preventScroll: true })
  }, [pages.length, first])
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
          <Button
            ref={more}
            variant="default"
            onClick={() => void query.fetchNextPage()}
            loading={query.isFetchingNextPage}
          >
            {words.more}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

/** For `aria-setsize`: -1 when the total is unknown. */
function estimateSize(count: number): number {
  return count > maxCounted ? -1 : count
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

/** The filter of the history: everything, or one kind. */
export type HistoryView = 'all' | VerificationKind

/**
 * One view of the history, and the counts of all three, which every answer contains. A failure shows one toast in
 * addition to its card.
 */
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
  const isLimited = pages?.at(-1)?.isLimited ?? false
  return { query, items, counts: latest ?? counts, isLimited }
}

type History = ReturnType<typeof useHistory>

/** A count up to the cap of list counts, with a mark that there are more. */
export function describeCount(n: number): string {
  return n > maxCounted ? `${maxCounted}+` : String(n)
}
