import { Badge, Button, Card, Group, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecurityActivity } from '../../../../contract/account.ts'
import words from '../../../../words/en/activity.ts'
import passkeyWords from '../../../../words/en/passkeys.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import classes from './devices-card.module.css'

const activityQuery = queryOptions({
  queryKey: ['security-activity'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/security-activity', { signal }),
})

const shownAtFirst = 5

/** What happened to the security of the account, the newest first (ACTIVITY-1). */
export function ActivityCard() {
  const activity = useQuery(activityQuery)
  const [showsAll, setShowsAll] = useState(false)
  if (activity.isPending) return <LoadingCard words={words.loading} />
  if (!activity.data)
    return (
      <ErrorCard
        title={words.loadFailed}
        action={
          <Button variant="default" onClick={() => void activity.refetch()} loading={activity.isFetching}>
            {passkeyWords.tryAgain}
          </Button>
        }
      />
    )
  const shown = showsAll ? activity.data : activity.data.slice(0, shownAtFirst)
  return (
    <Card component="section" aria-labelledby="activity-title">
      <Title order={2} size="h3" id="activity-title">
        {words.title}
      </Title>
      <Text c="dimmed" mt="xs">
        {words.lead}
      </Text>
      {shown.length > 0 ? (
        <ul className={classes['list']}>
          {shown.map((event) => (
            <EventRow key={Object.values(event).join()} event={event} />
          ))}
        </ul>
      ) : (
        <Text mt="md">{words.none}</Text>
      )}
      {activity.data.length > shown.length ? (
        <div>
          <Button variant="default" size="sm" onClick={() => setShowsAll(true)}>
            {words.showAll}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

type ActivityEvent = SecurityActivity[number]

function EventRow({ event }: { event: ActivityEvent }) {
  const { at, device, network, times, isNewDevice } = event
  const where = [device, ...(network ? [words.network({ network })] : [])].join(' · ')
  return (
    <li className={classes['device']}>
      <div className={classes['words']}>
        <Group gap="xs">
          <Text fw={600}>{sayEvent(event)}</Text>
          {isNewDevice ? (
            <Badge color="assent" tt="none">
              {words.newDevice}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          <Moment at={at} />
          {times > 1 ? ` · ${words.times({ count: times })}` : ''}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {where}
        </Text>
      </div>
    </li>
  )
}

function sayEvent({ event, method }: ActivityEvent): string {
  if (event !== 'signed_in') return words.events[event]
  return method === 'password' || method === 'passkey' ? words.signedIn[method] : words.signedIn.link
}
