import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreationInput } from '../../../../contract/creation.ts'
import { toCreatedPath } from '../../../../contract/owner-path.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { usageQuery } from '../../../api/usage.ts'
import { makeCreatedLinkQuery, verificationsKey } from '../../../api/verifications.ts'
import { readOnce } from '../../../shared/reading/once-read.ts'
import { useLeaveFor } from '../../../shared/steps/use-leave-for.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { useIdleDownload } from '../../../shared/upload/use-idle-download.ts'
import { makeCreatedToast } from './created-toast.ts'
import { wasCreatedBefore } from './creation-failure.ts'
import { makeIdempotencyKey } from './new-idempotency-key.ts'
import type { DraftSaving } from './use-draft-saving.ts'

const downloadCreatedPage = () => import('../created/created-page.tsx')

/** The creation of one verification, under the key of its draft if that has one, and the way to the page of its link. */
export function useCreation(kind: CreationInput['type'], draftKey: string | undefined) {
  const queryClient = useQueryClient()
  const [createdId, setCreatedId] = useState<string | null>(null)
  const [idempotencyKey, setIdempotencyKey] = useState(() => draftKey || makeIdempotencyKey())
  useLeaveFor(createdId && toCreatedPath({ id: createdId, type: kind }))
  useIdleDownload(downloadCreatedPage)

  /** Tells why when nothing was created, or nobody knows. */
  const create = async (
    json: CreationInput,
    runWhileStill: DraftSaving['runWhileStill'],
    onFailed: (error: unknown) => void,
  ) => {
    try {
      const made = await runWhileStill(() =>
        readOnce(() => sendAuthorisedRequest('POST /api/verifications', { json, idempotencyKey })),
      )
      const { id, verificationLink, invitation } = made
      queryClient.setQueryData(makeCreatedLinkQuery(id).queryKey, {
        type: kind,
        status: 'pending',
        verificationLink,
        invitation: { state: invitation, at: null },
      })
      setCreatedId(id)
      showToast(makeCreatedToast(made))
    } catch (error) {
      // Told that an earlier attempt had arrived, whoever presses again wants another one.
      if (wasCreatedBefore(error)) setIdempotencyKey(makeIdempotencyKey())
      onFailed(error)
    }
    void queryClient.invalidateQueries({ queryKey: verificationsKey })
    void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey })
  }

  return { isCreated: createdId !== null, idempotencyKey, create }
}
