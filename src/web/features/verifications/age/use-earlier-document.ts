import { useCallback, useEffect, useState } from 'react'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { RequestFailure } from '../../../api/request.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { describeAddressFailure } from '../../../shared/upload/upload-fault.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'

/**
 * Takes up a document of an earlier visit. One that is gone is simply asked for again; one that could not be looked up stays part of the draft.
 * Answers the id that the draft has, and how to fetch the document's address anew.
 */
export function useEarlierDocument(
  { state, restore }: Upload,
  draftDocumentId: string | null,
): { id: string | null; reload(): void } {
  const [awaited, setAwaited] = useState(draftDocumentId)
  useEffect(() => {
    if (!draftDocumentId) return
    const controller = new AbortController()
    read(draftDocumentId, controller.signal).then(restore, (error: unknown) => {
      if (error instanceof RequestFailure && error.status === 404) setAwaited(null)
    })
    return () => controller.abort()
  }, [draftDocumentId, restore])

  // Once it is here, or another one is, the state says all.
  useEffect(() => {
    if (state.phase !== 'empty') setAwaited(null)
  }, [state.phase])

  const storedId = state.phase === 'stored' ? state.document.id : null
  const reload = useCallback(() => {
    if (!storedId) return
    read(storedId).then(restore, (error: unknown) => showToast(describeAddressFailure(error)))
  }, [storedId, restore])
  return { id: storedId ?? awaited, reload }
}

function read(id: string, signal?: AbortSignal) {
  return sendAuthorisedRequest('GET /api/documents/:id/url', { params: { id }, signal })
}
