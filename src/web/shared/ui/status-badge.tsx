import { Badge } from '@mantine/core'
import type { VerificationStatus } from '../../../domain/verification/status.ts'
import classes from './status-badge.module.css'

const words: Record<VerificationStatus, string> = {
  pending: 'Pending',
  verified: 'Verified',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** A verification's status: pending yellow, verified green, rejected red, anything else grey (STATE-3). */
export function StatusBadge({ status }: { status: VerificationStatus }) {
  return (
    <Badge className={classes['badge']} data-status={status} variant="default" size="lg" tt="none" fw={600}>
      {words[status]}
    </Badge>
  )
}
