import { Badge, Button, Card, Group, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SignedInDevice } from '../../../../contract/account.ts'
import words from '../../../../words/en/settings.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { devicesQuery } from '../../../api/devices.ts'
import { loadAuthClient } from '../../../api/session.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import { LoadingCard } from '../../../shared/ui/loading-card.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { nameDevice } from './device-name.ts'
import classes from './devices-card.module.css'

/** Where the account is open, this device marked, the others to be signed out. */
export function DevicesCard() {
  const devices = useQuery(devicesQuery)
  const queries = useQueryClient()
  const signOutOthers = useMutation({
    mutationFn: async () => {
      const { error } = await (await loadAuthClient()).signOut({ scope: 'others' })
      if (error) throw error
    },
    onSuccess: () => showToast({ kind: 'success', title: words.othersSignedOut }),
    onError: () => showToast({ kind: 'error', title: words.notSignedOut, description: words.errorNext }),
    onSettled: () => queries.invalidateQueries(devicesQuery),
  })
  if (devices.isPending) return <LoadingCard words={words.devicesLoading} />
  if (!devices.data)
    return (
      <ErrorCard
        title={words.devicesFailed}
        action={
          <Button variant="default" onClick={() => void devices.refetch()} loading={devices.isFetching}>
            {words.tryAgain}
          </Button>
        }
      />
    )
  const sorted = devices.data.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <Card component="section" aria-labelledby="devices-title">
      <Title order={2} size="h3" id="devices-title">
        {words.devices}
      </Title>
      <Text c="dimmed" mt="xs">
        {words.devicesLead}
      </Text>
      <ul className={classes['list']}>
        {sorted.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </ul>
      {devices.data.length > 2 ? (
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() => signOutOthers.mutate()}
            loading={signOutOthers.isPending}
          >
            {words.signOutOthers}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

function Device({ device }: { device: SignedInDevice }) {
  const queries = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => sendAuthorisedRequest('DELETE /api/sessions/:id', { params: { id: device.id } }),
    onSuccess: () => showToast({ kind: 'success', title: words.signedOut }),
    onError: () => showToast({ kind: 'error', title: words.notSignedOut, description: words.errorNext }),
    onSettled: () => queries.invalidateQueries(devicesQuery),
  })
  const nameId = `device-${device.id}`
  return (
    <li className={classes['device']}>
      <div className={classes['words']}>
        <Group gap="xs">
          <Text fw={600} id={nameId}>
            {nameDevice(device.userAgent)}
          </Text>
          {device.current ? (
            <Badge color="assent" tt="none">
              {words.thisDevice}
            </Badge>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {words.signedIn} <Moment at={device.signedInAt} />
          {device.ip ? ` ${words.from} ${device.ip}` : ''}
        </Text>
        <Text size="sm" c="dimmed">
          {words.lastUsed} <Moment at={device.lastUsedAt} />
        </Text>
      </div>
      {device.current ? null : (
        <Button
          variant="default"
          size="sm"
          aria-describedby={nameId}
          onClick={() => signOut.mutate()}
          loading={signOut.isPending}
        >
          {words.signOut}
        </Button>
      )}
    </li>
  )
}
