import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '../../../api/account.ts'
import { keptProofQuery } from '../../../api/kept-proof.ts'
import { KeepProof } from '../../../shared/kept-proof/keep-proof.tsx'
import { ReadingStatus } from '../../../shared/reading/reading-status.tsx'
import type { IdReading } from '../../../shared/reading/use-id-reading.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { WizardForm } from '../wizard/use-wizard-form.ts'

export type OwnReadingProps = { form: WizardForm; id: Upload; reading: IdReading; isProven: boolean }

/** Shows the result of reading the creator's ID, compared with the data of the first step. */
export default function OwnReading({ form, id, reading, isProven }: OwnReadingProps) {
  const { fullName, dateOfBirth } = form.values
  const { state, outcome, lookAgain, see } = reading
  useEffect(see, [see])
  const queries = useQueryClient()
  const { data: profile } = useQuery(profileQuery)
  const read = state.phase === 'known' && outcome === 'read' ? state.reading : null
  return (
    <>
      <ReadingStatus state={state} mayDeclare isProven={isProven} onBetter={id.clear} onAgain={lookAgain} />
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
