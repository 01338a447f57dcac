import { Badge } from '@mantine/core'
import type { ValidUntil } from '../../../contract/verification.ts'
import type { EvidenceStep } from '../../../domain/evidence/evidence.ts'
import { isRecord, type VerificationStatus } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/status.ts'
import validityWords from '../../../words/en/validity.ts'
import { describeMoment } from '../time/moment.tsx'
import classes from './status-badge.module.css'

type StatusBadgeProps = {
  status: VerificationStatus
  /**
   * The step by which the third party's age is known: "Verified" is never shown without it (EVIDENCE-11). Null while it
   * is unknown.
   */
  ageStep: EvidenceStep | null
  /** The end of validity of a verified consent, if it has one (VALID-5). */
  validUntil?: ValidUntil
  /** Narrow enough for one row with a small heading on a phone. */
  isCompact?: boolean
}

/** A verification's status: pending yellow, verified green, rejected red, anything else grey (STATE-3). */
export function StatusBadge({ status, ageStep, validUntil, isCompact = false }: StatusBadgeProps) {
  return (
    <span className={classes['status']} data-compact={isCompact || undefined}>
      <Badge className={classes['badge']} data-status={status} variant="default" size="lg" tt="none" fw={600}>
        {words.statuses[status]}
      </Badge>
      {ageStep && isRecord(status) ? <span className={classes['step']}>{words.ages[ageStep]}</span> : null}
      {validUntil && status === 'verified' ? (
        <span className={classes['step']}>
          {validityWords.badge[validUntil.isOver ? 'over' : 'valid']({ at: describeMoment(validUntil.at) })}
        </span>
      ) : null}
    </span>
  )
}
