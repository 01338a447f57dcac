import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import words from '../../../words/en/history.ts'
import type { History } from './use-history.ts'

/** Loads more as one comes near the end, and on demand where that failed. */
export function MoreCards({ query }: { query: History['query'] }) {
  const { fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)
  // A page that is being brought up to date is not interrupted, and what failed is not tried again and again.
  const isReady = !query.isFetching && !query.isFetchNextPageError
  useEffect(() => {
    if (!end.current || !isReady) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '2500px 0px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isReady, fetchNextPage])
  return (
    <Group ref={end} justify="center" mt="lg">
      <Button variant="default" onClick={() => void fetchNextPage()} loading={query.isFetchingNextPage}>
        {words.more}
      </Button>
    </Group>
  )
}
