import { Alert } from '@mantine/core'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import type { VerificationStatus } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/owner.ts'

/** What the status means for the creator now. It is read aloud when it changes while the page is open. */
export function StatusBanner({ status }: { status: VerificationStatus }) {
  return <div role="status">{getBanner(status)}</div>
}

function getBanner(status: VerificationStatus) {
  switch (status) {
    case 'pending':
      return (
        <Alert color="yellow" role="none" icon={<IconHourglass aria-hidden />} title={words.awaiting}>
          {words.awaitingText}
        </Alert>
      )
    case 'verified':
      return (
        <Alert color="green" role="none" icon={<IconCircleCheck aria-hidden />} title={words.verified}>
          {words.verifiedText}
        </Alert>
      )
    default:
      return (
        <Alert color="gray" role="none">
          {words.closed[status]}
        </Alert>
      )
  }
}
