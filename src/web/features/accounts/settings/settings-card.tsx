import { Button, Card, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import words from '../../../../words/en/settings.ts'
import { useLostFocus } from '../../../shared/focus.ts'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'

type SettingsCardProps<Data> = {
  query: UseQueryResult<Data>
  /** What is shown in place of the data. */
  part?: unknown
  words: { title: string; lead: string; loading: string; loadFailed: string }
  children(data: Data): ReactNode
}

/** A card for data from the server, with a loading state, and an error with a retry. */
export function SettingsCard<Data>({ query, part, words: own, children }: SettingsCardProps<Data>) {
  const titleId = useId()
  const title = useLostFocus<HTMLHeadingElement>(part ?? query.data)
  if (query.isPending) return <LoadingCard words={own.loading} />
  if (query.data === undefined)
    return (
      <ErrorCard
        title={own.loadFailed}
        action={
          <Button variant="default" onClick={() => void query.refetch()} loading={query.isFetching}>
            {words.tryAgain}
          </Button>
        }
      />
    )
  return (
    <Card component="section" aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId} ref={title} tabIndex={-1}>
        {own.title}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {own.lead}
      </Text>
      {children(query.data)}
    </Card>
  )
}
