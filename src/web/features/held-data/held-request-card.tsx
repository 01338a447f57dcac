import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { HeldRequest } from '../../../contract/privacy.ts'
import words from '../../../words/en/held-data.ts'
import { request } from '../../api/request.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { describeMoment, Moment } from '../../shared/time/moment.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { describeFailure } from './failure-text.ts'

/** One request that names the address: what was typed, what was given, and what becomes of it. */
export function HeldRequestCard({ item, token }: { item: HeldRequest; token: string }) {
  const opening = useMutation({
    mutationFn: () => request('POST /api/my-data/records/:id/link', { params: { id: item.id }, token }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  const held = item.holds.find(({ by, endedAt }) => by === 'creator' && endedAt === null)
  const titleId = `held-${item.id}`
  return (
    <Card component="article" aria-labelledby={titleId}>
      <Stack gap="md">
        <Group gap="sm">
          <Title order={3} size="h4" id={titleId}>
            {words.kinds[item.type]}
          </Title>
          <StatusBadge status={item.status} ageStep={null} />
        </Group>
        <Text size="sm" c="dimmed">
          {words.created} <Moment at={item.createdAt} />
        </Text>
        <Facts title={words.typed} facts={listFacts(item)} />
        {item.uploads.length > 0 ? (
          <Text>
            {words.uploads}:{' '}
            {item.uploads.map(({ category, url, uploadedAt }, index) => (
              <span key={uploadedAt + category}>
                {index > 0 ? ', ' : ''}
                {url ? (
                  <Anchor href={url} target="_blank" rel="noreferrer">
                    {describeUpload(category)}
                  </Anchor>
                ) : (
                  `${describeUpload(category)} (${words.destroyed})`
                )}
              </span>
            ))}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {words.mails({ count: item.mails.length })}, {words.steps({ count: item.did.length })}
        </Text>
        {item.isRecord ? (
          <Alert>
            <Text mb="sm">
              {words.recordStays}{' '}
              {held ? words.locksFiles({ until: describeMoment(held.endsAt) }) : words.destroysFiles}
            </Text>
            <Button variant="default" loading={opening.isPending} onClick={() => opening.mutate()}>
              {words.openRecord}
            </Button>
          </Alert>
        ) : null}
        {opening.error ? (
          <Text role="alert" c="red">
            {describeFailure(opening.error)}
          </Text>
        ) : null}
      </Stack>
    </Card>
  )
}

function listFacts({ typedAboutYou, youGave }: HeldRequest) {
  const names = Object.keys(words.fields) as (keyof typeof words.fields)[]
  const typed = names.flatMap((name) => {
    const value = typedAboutYou[name]
    return value ? [{ name: words.fields[name], value }] : []
  })
  return youGave.signature ? [...typed, { name: words.signature, value: youGave.signature }] : typed
}

function describeUpload(category: string): string {
  return category === 'selfie' ? words.upload.selfie : words.upload.id
}
