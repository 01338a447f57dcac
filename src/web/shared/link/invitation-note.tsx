import { Alert, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { InvitationState } from '../../../contract/verification.ts'
import words from '../../../words/en/link.ts'
import { useSession } from '../../api/session-state.ts'
import { Moment } from '../time/moment.tsx'

const refusals: InvitationState['state'][] = ['address_refused', 'message_refused', 'gave_up']

/** Whether the state requires an action of the person. */
export const isRefused = ({ state }: InvitationState) => refusals.includes(state)

type InvitationNoteProps = {
  invitation: InvitationState
  /** One of many on a page: a screen reader reaches it in reading order, and doesn't announce each. */
  isInList?: boolean
}

/** The delivery state of the mailed link, as far as it is known. */
export function InvitationNote({ invitation, isInList = false }: InvitationNoteProps) {
  const { state, at } = invitation
  const { user } = useSession()
  const known = words.invitation.states[state]
  const isConfirmedSince = state === 'unconfirmed' && user?.emailVerified === true
  const says = isConfirmedSince ? words.invitation.confirmedSince : known.says
  const since = at !== null && 'since' in known ? <Moment at={at} within={known.since} /> : null
  const sentence =
    state === 'accepted' ? (
      <>
        {since} {says}
      </>
    ) : (
      <>
        {says} {since}
      </>
    )
  if (isRefused(invitation)) {
    return (
      <Alert
        mt="md"
        color="red"
        role={isInList ? 'note' : 'status'}
        icon={<IconAlertCircle aria-hidden />}
        title={words.invitation.notAcceptedTitle}
      >
        {sentence}
      </Alert>
    )
  }
  return (
    <Text mt="xs" size="sm" c="dimmed" {...(isInList ? {} : { role: 'status' })}>
      {sentence}
    </Text>
  )
}
