import { Alert, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { InvitationState } from '../../../contract/verification.ts'
import { Moment } from '../../shared/time/moment.tsx'
import { words } from './words.ts'

const refusals: InvitationState['state'][] = ['address_refused', 'message_refused', 'gave_up']

/** How far the mailed link came: what is known, and no more. */
export function InvitationNote({ invitation }: { invitation: InvitationState }) {
  const { state, at } = invitation
  if (refusals.includes(state)) {
    return (
      <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={words.notMailed}>
        {words.invitationStates[state]} <Moment at={at} />
      </Alert>
    )
  }
  return (
    <Text c="dimmed" role="status">
      {words.invitationStates[state]} <Moment at={at} />
    </Text>
  )
}
