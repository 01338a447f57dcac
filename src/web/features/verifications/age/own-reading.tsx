import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isCalendarDate } from '../../../../domain/calendar-date.ts'
import { profileQuery } from '../../../api/account.ts'
import { callOwnReading } from '../../../api/evidence.ts'
import { keptProofQuery } from '../../../api/kept-proof.ts'
import { KeepProof } from '../../../shared/kept-proof/keep-proof.tsx'
import { ReadingStatus, useReading } from '../../../shared/reading/reading-status.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { WizardForm } from '../wizard/wizard-values.ts'

/** Shows the result of reading the creator's ID, compared with the data of the first step. */
export default function OwnReading({ form, id }: { form: WizardForm; id: Upload }) {
  const { fullName, dateOfBirth, signatureDate: today } = form.values
  const calls = useMemo(() => {
    const isTyped = fullName.trim() !== '' && isCalendarDate(dateOfBirth) && isCalendarDate(today)
    return isTyped ? callOwnReading({ fullName, dateOfBirth, today }) : null
  }, [fullName, dateOfBirth, today])
  const { state, lookAgain: again } = useReading(
    id.state.phase === 'stored' ? id.state.document.id : null,
    calls,
  )
  const queries = useQueryClient()
  const { data: profile } = useQuery(profileQuery)
  const read = state.phase === 'known' && state.reading.outcome === 'read' ? state.reading : null
  return (
    <>
      <ReadingStatus state={state} mayDeclare onBetter={id.clear} onAgain={again} />
      {/* A kept reading is used for the birth date of the profile. */}
      {read && profile?.dateOfBirth === dateOfBirth ? (
        <KeepProof
          key={read.documentId}
          documentId={read.documentId}
          fullName={fullName}
          dateOfBirth={dateOfBirth}
          onKept={(kept) => queries.setQueryData(keptProofQuery.queryKey, kept)}
        />
      ) : null}
    </>
  )
}
