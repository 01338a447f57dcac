import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { StoredDocument } from '../../../../contract/verification.ts'
import { findProblem, request } from '../../../api/request.ts'
import { type ThirdPartyAccess, uploadThirdPartyDocument } from '../../../api/third-party.ts'
import { useAction } from '../../../shared/effects.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { describeAddressFailure } from '../../../shared/upload/upload-state.ts'
import { type SendDocument, useUpload } from '../../../shared/upload/use-upload.ts'

/** Call it before fetching the form, and the result with the form: a removal or an upload in between counts. */
type StartLook = () => (found: ThirdPartyView) => void

type UploadEvents = { onPassEnded(): void; onLinkChanged(): void }

/**
 * The third party's photo and ID, including uploads from an earlier visit, another tab or another device: they are
 * refetched whenever the page becomes visible again. `reload` refetches at once.
 */
export function useThirdPartyUploads(form: ThirdPartyView, access: ThirdPartyAccess, events: UploadEvents) {
  const { onPassEnded, onLinkChanged } = events
  /** Reports to the page what a refusal reveals about the pass and the link. */
  const heeding = useCallback(
    async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (error) {
        const code = findProblem(error)?.code
        if (code === 'gate_token_invalid') onPassEnded()
        if (code === 'link_closed') onLinkChanged()
        throw error
      }
    },
    [onPassEnded, onLinkChanged],
  )
  const send: SendDocument = useCallback(
    (category, file, sending) => heeding(uploadThirdPartyDocument(access, category, file, sending)),
    [access, heeding],
  )
  const remove = async ({ id: documentId }: StoredDocument) => {
    const params = { id: access.id, documentId }
    const endpoint = 'DELETE /api/public/verifications/:id/documents/:documentId'
    await heeding(request(endpoint, { params, token: access.gateToken }))
  }
  const selfie = useUpload('selfie', form.limits, send, remove)
  const id = useUpload('id', form.limits, send, remove)
  const { look: lookForSelfie } = selfie
  const { look: lookForId } = id

  const restore = useEffectEvent(() => {
    if (form.uploads.selfie) selfie.restore(form.uploads.selfie)
    if (form.uploads.id) id.restore(form.uploads.id)
  })
  // Only the first form: later ones are told to the uploads when they are fetched.
  useEffect(() => restore(), [])

  const startLook: StartLook = useCallback(() => {
    const [tellSelfie, tellId] = [lookForSelfie(), lookForId()]
    return (found) => {
      tellSelfie(found.uploads.selfie)
      tellId(found.uploads.id)
    }
  }, [lookForSelfie, lookForId])
  const look = useCallback(async () => {
    const tell = startLook()
    tell(
      await request('GET /api/public/verifications/:id/form', {
        params: { id: access.id },
        token: access.gateToken,
      }),
    )
  }, [access, startLook])

  useEffect(() => {
    const onFront = () => {
      // A refusal is reported by the next action.
      if (document.visibilityState === 'visible') look().catch(() => {})
    }
    document.addEventListener('visibilitychange', onFront)
    return () => document.removeEventListener('visibilitychange', onFront)
  }, [look])

  const reload = useCallback(() => {
    look().catch((error: unknown) => showToast(describeAddressFailure(error)))
  }, [look])

  return { selfie, id, reload, startLook }
}

type TakeUpEvents = {
  onTaken(form: ThirdPartyView): void
  onPassEnded(): void
  onLinkChanged(): void
}

/**
 * Refetches the form after new evidence, without replacing the page. After a failure everything stays, and it can be
 * retried (FORM-20).
 */
export function useTakeUp({ id, gateToken }: ThirdPartyAccess, startLook: StartLook, events: TakeUpEvents) {
  const { onTaken, onPassEnded, onLinkChanged } = events
  const [hasFailed, setHasFailed] = useState(false)
  const { isBusy, restart } = useAction((error) => {
    const code = findProblem(error)?.code
    if (code === 'link_closed') onLinkChanged()
    else setHasFailed(true)
    if (code === 'gate_token_invalid') onPassEnded()
    return null
  })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  /** A newer look replaces an older one. */
  const take = () =>
    restart(async () => {
      running.current?.abort()
      const look = new AbortController()
      running.current = look
      const { signal } = look
      const tell = startLook()
      const params = { id }
      const endpoint = 'GET /api/public/verifications/:id/form'
      const form = await request(endpoint, { params, token: gateToken, signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
      if (!form || signal.aborted) return
      tell(form)
      onTaken(form)
      setHasFailed(false)
    })
  return { take, hasFailed, isBusy }
}
