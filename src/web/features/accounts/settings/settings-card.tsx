import { Button, Card, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import words from '../../../../words/en/settings.ts'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'

type SettingsCardProps<Data> = {
  query: UseQueryResult<Data>
  words: { title: string; lead: string; loading: string; loadFailed: string }
  children(data: Data): ReactNode
}

/** A card for data from the server, with a loading state, and an error with a retry. */
export function SettingsCard<Data>({ query, words: own, children }: SettingsCardProps<Data>) {
  const titleId = useId()
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
      <Title order={2} size="h3" id={titleId}>
        {own.title}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {own.lead}
      </Text>
      {children(query.data)}
    </Card>
  )
}
