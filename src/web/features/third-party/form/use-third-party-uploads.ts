import { useCallback, useEffect } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { RequestFailure, request } from '../../../api/request.ts'
import { type ThirdPartyAccess, uploadThirdPartyDocument } from '../../../api/third-party.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { addressFailure } from '../../../shared/upload/upload-fault.ts'
import { type SendDocument, useUpload } from '../../../shared/upload/use-upload.ts'

type UploadEvents = { onPassEnded(): void; onLinkChanged(): void }

/** The third party's photo and ID, with what was uploaded on an earlier visit. `reload` fetches their addresses anew. */
export function useThirdPartyUploads(form: ThirdPartyView, access: ThirdPartyAccess, events: UploadEvents) {
  const { onPassEnded, onLinkChanged } = events
  const send: SendDocument = useCallback(
    async (category, file, sending) => {
      try {
        return await uploadThirdPartyDocument(access, category, file, sending)
      } catch (error) {
        const code = error instanceof RequestFailure ? error.problem?.code : null
        if (code === 'gate_token_invalid') onPassEnded()
        if (code === 'link_closed') onLinkChanged()
        throw error
      }
    },
    [access, onPassEnded, onLinkChanged],
  )
  const selfie = useUpload('selfie', form.limits, send)
  const id = useUpload('id', form.limits, send)
  const { restore: restoreSelfie } = selfie
  const { restore: restoreId } = id

  const takeUp = useCallback(
    ({ uploads }: ThirdPartyView) => {
      if (uploads.selfie) restoreSelfie(uploads.selfie)
      if (uploads.id) restoreId(uploads.id)
    },
    [restoreSelfie, restoreId],
  )
  useEffect(() => takeUp(form), [form, takeUp])

  const reload = useCallback(() => {
    request('GET /api/public/verifications/:id/form', {
      params: { id: access.id },
      token: access.gateToken,
    }).then(takeUp, (error: unknown) => showToast(addressFailure(error)))
  }, [access, takeUp])

  return { selfie, id, reload }
}
