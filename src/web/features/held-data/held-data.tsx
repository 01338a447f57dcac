import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import words from '../../../words/en/held-data.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { saveFile } from '../../shared/files/save-file.ts'
import { LoadingCard } from '../../shared/ui/loading-card.tsx'
import { EraseHeldData } from './erase-held-data.tsx'
import { describeFailure } from './failure-text.ts'
import { HeldRequestCard } from './held-request-card.tsx'

/** Everything that is held about a proven address, to be read, downloaded and erased. */
export function HeldData({ token, onEnded }: { token: string; onEnded(): void }) {
  const [erased, setErased] = useState<{ erased: number; kept: number } | null>(null)
  const held = useQuery({
    queryKey: ['held-data', token],
    queryFn: ({ signal }) => request('GET /api/my-data', { token, signal }),
    enabled: erased === null,
    retry: false,
  })
  if (erased)
    return (
      <Alert role="status" title={words.erased}>
        {describeErasure(erased.erased, erased.kept, held.data?.hasAccount === true)}
      </Alert>
    )
  if (held.isPending) return <LoadingCard words={words.loading} />
  if (!held.data) {
    const isOver = held.error instanceof RequestFailure && held.error.status === 401
    return (
      <Alert color="red" role="alert" title={words.failed}>
        <Text mb="sm">{describeFailure(held.error)}</Text>
        <Button variant="default" onClick={() => (isOver ? onEnded() : void held.refetch())}>
          {words.tryAgain}
        </Button>
      </Alert>
    )
  }
  const { email, hasAccount, requests } = held.data
  const save = () => {
    const text = JSON.stringify(held.data, null, 2)
    saveFile(new Blob([text], { type: 'application/json' }), 'held-about-me.json')
  }
  return (
    <Stack gap="lg">
      <Title order={2} size="h3">
        {words.heldFor({ email })}
      </Title>
      {hasAccount ? (
        <Alert>
          <Text mb="sm">{words.account}</Text>
          <Button component={Link} to="/login" variant="default">
            {words.logIn}
          </Button>
        </Alert>
      ) : null}
      {requests.length === 0 ? <Text>{hasAccount ? words.nothingElse : words.nothing}</Text> : null}
      {requests.map((item) => (
        <HeldRequestCard key={item.id} item={item} token={token} />
      ))}
      {requests.length > 0 ? (
        <Group>
          <Button variant="default" onClick={save}>
            {words.download}
          </Button>
          {requests.some(({ isRecord }) => !isRecord) ? (
            <EraseHeldData token={token} onErased={setErased} />
          ) : null}
        </Group>
      ) : null}
    </Stack>
  )
}

/** What became of what was asked to be erased, in two sentences. */
export function describeErasure(erased: number, kept: number, hasAccount: boolean): string {
  const left = hasAccount ? words.accountLeft : words.nothingLeft
  return `${words.erasedCount({ erased })} ${kept === 0 ? left : words.recordsLeft({ kept })}`
}
