import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { StoredDocument } from '../../../contract/document.ts'
import type { DocumentCategory } from '../../../domain/document/document.ts'
import type { Sending } from '../../api/send-file.ts'
import { showToast } from '../ui/toast.ts'
import { type FileLimits, fileFault, type UploadFault } from './file-rules.ts'
import { uploadFailure } from './upload-fault.ts'
import { nextUploadState, noUpload, type UploadState } from './upload-state.ts'
import { uploadWords as words } from './upload-words.ts'

/** Sends one file and resolves to the stored document. Rejects with a RequestFailure, or with the signal's reason when cancelled. */
export type SendDocument = (
  category: DocumentCategory,
  file: File,
  sending: Sending,
) => Promise<StoredDocument>

export type Upload = {
  category: DocumentCategory
  limits: FileLimits
  state: UploadState
  /** Why the last chosen file was not even sent: said at its field, as a failure is. */
  refusal: UploadFault | null
  /** Judges a file and sends it. A refused file leaves what was there before. */
  choose(file: File): void
  retry(): void
  /** Stops sending, or forgets what is there. */
  clear(): void
  /** Takes up a document stored on an earlier visit. */
  restore(document: StoredDocument): void
}

/** One document's way to the server. What is being sent stops when the component goes. */
export function useUpload(category: DocumentCategory, limits: FileLimits, send: SendDocument): Upload {
  const [state, dispatch] = useReducer(nextUploadState, noUpload)
  const [refusal, setRefusal] = useState<UploadFault | null>(null)
  const sendingRef = useRef<AbortController | null>(null)
  /** What was stored last, whose place the next file takes even if it was cleared from the screen. */
  const storedIdRef = useRef<string | null>(null)
  const sendRef = useRef(send)
  useEffect(() => {
    sendRef.current = send
  }, [send])

  const begin = useCallback(
    async (file: File) => {
      sendingRef.current?.abort()
      const controller = new AbortController()
      sendingRef.current = controller
      dispatch({ type: 'sending', file })
      try {
        const document = await sendRef.current(category, file, {
          signal: controller.signal,
          onProgress: (sent) => dispatch({ type: 'progress', file, sent }),
          replaces: storedIdRef.current,
        })
        storedIdRef.current = document.id
        if (controller.signal.aborted) return
        dispatch({ type: 'stored', file, document })
        if (category === 'selfie') showToast({ kind: 'success', title: words.photoSaved })
      } catch (error) {
        if (controller.signal.aborted) return
        dispatch({ type: 'failed', file, failure: uploadFailure(category, error) })
      }
    },
    [category],
  )

  useEffect(() => () => sendingRef.current?.abort(), [])

  useEffect(() => {
    if (state.phase !== 'failed' || !state.failure.isOffline) return
    const { file } = state
    const onOnline = () => void begin(file)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [state, begin])

  return {
    category,
    limits,
    state,
    refusal,
    choose(file) {
      const fault = fileFault(category, file, limits)
      setRefusal(fault)
      if (!fault) void begin(file)
    },
    retry() {
      if (state.phase === 'failed') void begin(state.file)
    },
    clear() {
      setRefusal(null)
      sendingRef.current?.abort()
      dispatch({ type: 'cleared' })
    },
    restore: useCallback((document) => {
      storedIdRef.current ??= document.id
      dispatch({ type: 'stored', file: null, document })
    }, []),
  }
}
