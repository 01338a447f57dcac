import { Badge, Button, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecurityActivity } from '../../../../contract/account.ts'
import { translateDevice } from '../../../../words/device.ts'
import words from '../../../../words/en/activity.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import classes from './devices-card.module.css'
import { SettingsCard } from './settings-card.tsx'

export const activityQuery = queryOptions({
  queryKey: ['security-activity'],
  queryFn: ({ signal }) => sendAuthorisedRequest('GET /api/security-activity', { signal }),
})

const shownAtFirst = 5

/** The security events of the account, newest first (ACTIVITY-1). */
export function ActivityCard() {
  const activity = useQuery(activityQuery)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <SettingsCard query={activity} words={words}>
      {(events) => {
        const shown = showsAll ? events : events.slice(0, shownAtFirst)
        return (
          <>
            {shown.length > 0 ? (
              <ul className={classes['list']}>
                {shown.map((event) => (
                  <EventRow key={Object.values(event).join()} event={event} />
                ))}
              </ul>
            ) : (
              <Text>{words.none}</Text>
            )}
            {events.length > shown.length ? (
              <div>
                <Button variant="default" size="sm" onClick={() => setShowsAll(true)}>
                  {words.showAll}
                </Button>
              </div>
            ) : null}
          </>
        )
      }}
    </SettingsCard>
  )
}

type ActivityEvent = SecurityActivity[number]

function EventRow({ event }: { event: ActivityEvent }) {
  const { at, device, network, times, isNewDevice } = event
  const where = [translateDevice(device), ...(network ? [words.network({ network })] : [])].join(' · ')
  return (
    <li className={classes['device']}>
      <div className={classes['words']}>
        <Group gap="xs">
          <Text fw={600}>{describeEvent(event)}</Text>
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

function describeEvent({ event, method }: ActivityEvent): string {
  if (event !== 'signed_in') return words.events[event]
  const known = (['registration', 'password', 'passkey'] as const).find((each) => each === method)
  return words.signedIn[known ?? 'link']
}
