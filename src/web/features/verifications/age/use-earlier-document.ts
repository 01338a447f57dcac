import { useCallback, useEffect } from 'react'
import { authorisedRequest } from '../../../api/authorised-request.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { addressFailure } from '../../../shared/upload/upload-fault.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'

/**
 * Takes up a document that was uploaded before the page was reloaded. One that is gone is simply asked for again.
 * Answers how to fetch the document's address anew.
 */
export function useEarlierDocument({ state, restore }: Upload, draftDocumentId: string | null): () => void {
  useEffect(() => {
    if (!draftDocumentId) return
    const controller = new AbortController()
    read(draftDocumentId, controller.signal).then(restore, () => {})
    return () => controller.abort()
  }, [draftDocumentId, restore])

  const storedId = state.phase === 'stored' ? state.document.id : null
  return useCallback(() => {
    if (!storedId) return
    read(storedId).then(restore, (error: unknown) => showToast(addressFailure(error)))
  }, [storedId, restore])
}

function read(id: string, signal?: AbortSignal) {
  return authorisedRequest('GET /api/documents/:id/url', { params: { id }, signal })
}
