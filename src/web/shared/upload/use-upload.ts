import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { StoredDocument } from '../../../contract/verification.ts'
import type { DocumentCategory } from '../../../domain/document.ts'
import type { Sending } from '../../api/documents.ts'
import { beforeReload } from '../before-reload.ts'
import { showToast } from '../ui/toast.ts'
import {
  advanceUploadState,
  describeHeicFault,
  type FileLimits,
  findFileFault,
  isNamedHeic,
  noUpload,
  toRemovalFault,
  toUploadFailure,
  type UploadFault,
  type UploadState,
} from './upload-state.ts'

/**
 * Sends one file and resolves to the stored document. Rejects with a RequestFailure, or with the signal's reason when
 * cancelled.
 */
export type SendDocument = (
  category: DocumentCategory,
  file: File,
  sending: Sending,
) => Promise<StoredDocument>

/** Deletes a stored document on the server. Rejects with a RequestFailure when the deletion isn't certain. */
export type RemoveDocument = (document: StoredDocument) => Promise<unknown>

export type Upload = {
  category: DocumentCategory
  limits: FileLimits
  state: UploadState
  /** Why the last chosen file was not even sent: shown at its field, like a failure. */
  refusal: UploadFault | null
  /** Checks a file and sends it. A refused file leaves the previous one. */
  choose(file: File): void
  retry(): void
  /** Stops sending, or deletes the stored document, which is shown until that is certain. */
  clear(): void
  restore(document: StoredDocument): void
  /**
   * Starts a look at the server's document: returns a function that reports it. A result that a newer action has
   * overtaken is ignored.
   */
  look(): (found: StoredDocument | null) => void
}

/** Another try with this file would fail too, so the next file's error takes the place of its own. */
const wasRefused = (state: UploadState) => state.phase === 'failed' && !state.failure.canRetry

/** One document's upload. It stops when the component unmounts. */
export function useUpload(
  category: DocumentCategory,
  limits: FileLimits,
  send: SendDocument,
  remove: RemoveDocument,
): Upload {
  const [state, dispatch] = useReducer(advanceUploadState, noUpload)
  const [refusal, setRefusal] = useState<UploadFault | null>(null)
  const sendingRef = useRef<AbortController | null>(null)
  /** The last stored document, which the next file replaces even if it was cleared from the screen. */
  const storedIdRef = useRef<string | null>(null)
  /** Counts the actions here, to detect outdated results. */
  const turnRef = useRef(0)
  /** Uploads that were cancelled after all bytes were sent: the document is deleted once its id is known. */
  const [unwanted] = useState(() => new WeakSet<AbortController>())
  const sendRef = useRef(send)
  const removeRef = useRef(remove)
  useEffect(() => {
    sendRef.current = send
    removeRef.current = remove
  }, [send, remove])

  const begin = useCallback(
    async (file: File) => {
      sendingRef.current?.abort()
      const controller = new AbortController()
      sendingRef.current = controller
      turnRef.current += 1
      dispatch({ type: 'sending', file })
      try {
        const document = await sendRef.current(category, file, {
          signal: controller.signal,
          onProgress: (sent) => dispatch({ type: 'progress', file, sent }),
          replaces: storedIdRef.current,
        })
        if (unwanted.has(controller)) {
          await removeRef.current(document).catch(() => {})
          return
        }
        storedIdRef.current = document.id
        turnRef.current += 1
        if (controller.signal.aborted) return
        dispatch({ type: 'stored', file, document })
      } catch (error) {
        if (controller.signal.aborted || unwanted.has(controller)) return
        dispatch({ type: 'failed', file, failure: toUploadFailure(category, error) })
      }
    },
    [category, unwanted],
  )

  /** A HEIC photo is converted to JPEG before it is checked. A refused one leaves the previous file. */
  const convert = async (file: File) => {
    sendingRef.current?.abort()
    const controller = new AbortController()
    sendingRef.current = controller
    turnRef.current += 1
    setRefusal(null)
    dispatch({ type: 'sending', file })
    const jpeg = await import('./heic/heic.ts').then(
      ({ convertHeic }) => convertHeic(file, controller.signal),
      () => 'unavailable' as const,
    )
    if (controller.signal.aborted) return
    const fault =
      typeof jpeg === 'string' ? describeHeicFault(category, jpeg) : findFileFault(category, jpeg, limits)
    setRefusal(fault)
    if (fault) dispatch({ type: 'refused', file, before: wasRefused(state) ? noUpload : state })
    else if (typeof jpeg !== 'string') void begin(jpeg)
  }

  const cancelSending = () => {
    const sending = sendingRef.current
    sendingRef.current = null
    if (sending && state.phase === 'sending' && state.sent >= 1) unwanted.add(sending)
    else sending?.abort()
  }

  const takeAway = async (document: StoredDocument) => {
    turnRef.current += 1
    dispatch({ type: 'removing' })
    try {
      await remove(document)
      storedIdRef.current = null
      dispatch({ type: 'cleared' })
    } catch (error) {
      const fault = toRemovalFault(error)
      dispatch({ type: 'not removed', fault })
      showToast({ kind: 'error', ...fault, isOnPage: true })
    }
    turnRef.current += 1
  }

  useEffect(() => () => sendingRef.current?.abort(), [])

  // Another language waits for the file.
  const isSending = state.phase === 'sending'
  useEffect(() => {
    if (!isSending) return
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const stop = beforeReload(() => ended)
    return () => {
      stop()
      end()
    }
  }, [isSending])

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
      if (isNamedHeic(file)) {
        void convert(file)
        return
      }
      const fault = findFileFault(category, file, limits)
      setRefusal(fault)
      if (!fault) void begin(file)
      else if (wasRefused(state)) dispatch({ type: 'cleared' })
    },
    retry() {
      if (state.phase === 'failed') void begin(state.file)
    },
    clear() {
      setRefusal(null)
      cancelSending()
      if (state.phase === 'stored') void takeAway(state.document)
      else dispatch({ type: 'cleared' })
    },
    restore: useCallback((document) => {
      storedIdRef.current ??= document.id
      dispatch({ type: 'stored', file: null, document })
    }, []),
    look: useCallback(() => {
      const turn = turnRef.current
      return (document) => {
        if (turnRef.current !== turn) return
        storedIdRef.current = document?.id ?? null
        dispatch({ type: 'found', document })
      }
    }, []),
  }
}
