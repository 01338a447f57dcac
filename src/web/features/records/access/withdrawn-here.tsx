import { Alert, Stack } from '@mantine/core'
import type { Withdrawn } from '../../../../contract/record.ts'
import words from '../../../../words/en/record-access.ts'
import { describeMoment, Moment } from '../../../shared/time/moment.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { StatusBadge } from '../../../shared/ui/status-badge.tsx'
import { LinkForm } from './link-form.tsx'

/** After a withdrawal by a mailed link, which has ended with it: a new one is mailed by itself, and can be asked for. */
export function WithdrawnHere({
  id,
  withdrawnAt,
  heldUntil,
  isOtherMailed,
}: Withdrawn & { id: string; isOtherMailed: boolean }) {
  return (
    <>
      <PageHeading aside={<StatusBadge status="withdrawn" ageStep={null} />}>{words.leftTitle}</PageHeading>
      <Stack gap="xl">
        <Alert color="gray" title={<Moment at={withdrawnAt} />}>
          {describeLeft(isOtherMailed, heldUntil)}
        </Alert>
        <LinkForm id={id} lead={words.notArrived} />
      </Stack>
    </>
  )
}

/** What a withdrawal did, to the third party who withdrew. `findHoldEnd` is null where no legal hold of the other one keeps the files. */
function describeLeft(isOtherMailed: boolean, heldUntil: string | null): string {
  return [
    words.ended,
    heldUntil ? words.filesLocked({ until: describeMoment(heldUntil) }) : words.filesDestroyed,
    isOtherMailed ? words.bothMailed : words.onlyYouMailed,
  ].join(' ')
}
