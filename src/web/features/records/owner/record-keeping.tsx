import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecordAccess } from '../../../api/records.ts'
import { findAccessToken } from '../../../api/session.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { HoldSection } from '../legal-hold/hold-section.tsx'
import { RecordFiles } from '../record-files.tsx'
import { useRecord } from '../use-record.ts'
import { WithdrawConsent } from '../withdraw-consent.tsx'

/** The creator's sealed record: its files, and the way to withdraw consent. Nothing until it is known, and nothing if it cannot be. */
export function RecordKeeping({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const access = useMemo((): RecordAccess => ({ id, findToken: findAccessToken }), [id])
  const { state, reload } = useRecord(access)
  if (state.phase !== 'open') return null
  const lookAgain = () => {
    reload()
    void queryClient.invalidateQueries({ queryKey: verificationsKey })
  }
  return (
    <Stack gap="md">
      <RecordFiles access={access} view={state.view} />
      <HoldSection access={access} view={state.view} isOtherMailed onChanged={lookAgain} />
      {state.view.can.withdraw ? (
        <WithdrawConsent
          access={access}
          isOtherMailed
          view={state.view}
          onWithdrawn={lookAgain}
          onOutdated={lookAgain}
        />
      ) : null}
    </Stack>
  )
}
