import { useEffect, useRef, useState } from 'react'
import type { OwnProof, Draft as SavedDraft } from '../../../../contract/draft.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { removeOwnDocument } from '../../../api/documents.ts'
import { findProblem, isRefusal } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { beforeReload } from '../../../shared/before-reload.ts'
import {
  type Draft,
  type DraftBase,
  type DraftFields,
  dropDraft,
  endSaves,
  fetchDraft,
  findDraft,
  keepDraft,
  waitForSaves,
} from './draft.ts'
import type { DraftSaver, Saving } from './draft-saver.ts'
import { makeEmptyWizard } from './wizard-values.ts'

/** How long another language waits for a save that isn't answered. */
const longestFinishMs = 5000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type DraftSavingOptions = {
  kind: VerificationKind
  userId: string
  found: FoundDraft
  begin: BeginAgain
  content: DraftFields
  /** Whether there is a draft to save: something was typed or uploaded, and no verification was created from it yet. */
  isKept: boolean
}

export type DraftSaving = {
  saving: Saving
  /** Deletes the draft and its files. Rejects, keeping the local draft, when the outcome is uncertain. */
  startOver(): Promise<void>
  /** Continues with the server's draft. Rejects, changing nothing, when it can't be fetched. */
  takeUp(): Promise<void>
  /** Replaces the server's draft. Rejects when the server can't be reached. */
  keepThis(): Promise<void>
  /** Runs a creation while saving is paused, because a later save would outlive it. */
  runWhileStill<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Saves the typed data: in this tab at once, and on the server after a typing pause; then the copy in this tab is
 * removed.
 */
export function useDraftSaving(options: DraftSavingOptions): DraftSaving {
  const { kind, userId, found, begin, content, isKept } = options
  const [saving, setSaving] = useState<Saving>(() => toSaving(found))
  const saverRef = useRef<Promise<DraftSaver> | null>(null)
  const baseRef = useRef<DraftBase>({
    version: found.draft?.version ?? null,
    unanswered: found.draft?.unanswered ?? [],
  })
  const latestRef = useRef(content)
  const isOverRef = useRef(false)
  const isGoneRef = useRef(false)
  /** Whether a creation is in progress. */
  const isStillRef = useRef(false)
  /** The last saved draft, as text; initially the server's, or one that isn't saved again before a change. */
  const keptRef = useRef(found.draft && (!found.isOwn || found.isUsed) ? toText(found.draft) : null)
  latestRef.current = content

  useEffect(() => {
    isGoneRef.current = false
    const made = import('./draft-saver.ts').then(({ createDraftSaver }) =>
      createDraftSaver(kind, userId, baseRef.current, found.isBehind, {
        state: setSaving,
        saved: () => dropOwn(kind, userId),
        base(base) {
          baseRef.current = base
          // A copy that was dropped, as by a logout, isn't written again.
          if (!isOverRef.current && findOwn(kind, userId))
            keepDraft(kind, userId, { ...latestRef.current, ...base })
        },
      }),
    )
    made.catch(() => setSaving('here'))
    saverRef.current = made
    return () => {
      isGoneRef.current = true
      endSaves(made.then((saver) => saver.finish()).catch(() => {}))
    }
  }, [kind, userId, found])

  useEffect(() => {
    const text = toText(content)
    if (!isKept || isOverRef.current || text === keptRef.current) return
    keptRef.current = text
    keepDraft(kind, userId, { ...content, ...baseRef.current })
    setSaving((now) => (now === 'changed' ? now : 'saving'))
    saverRef.current?.then((saver) => saver.offer(content)).catch(() => setSaving('here'))
  })

  // Before another language, so that this tab isn't warned about its own save. The draft is also in this tab.
  useEffect(() => {
    const finish = () => saverRef.current?.then((saver) => saver.finish()) ?? Promise.resolve()
    return beforeReload(() => Promise.race([finish(), wait(longestFinishMs)]))
  }, [])

  useEffect(() => {
    const onChange = () => {
      saverRef.current
        ?.then((saver) => (document.visibilityState === 'visible' ? saver.look() : saver.flush()))
        .catch(() => {})
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])

  const leaveFor: BeginAgain = (draft) => {
    isOverRef.current = true
    begin(draft)
  }

  return {
    saving,
    async startOver() {
      const saver = await saverRef.current?.catch(() => null)
      await saver?.stop()
      try {
        await sendAuthorisedRequest('DELETE /api/drafts/:kind', { params: { kind }, userId })
        // The files that the draft doesn't have yet.
        const { selfieDocumentId, idDocumentId } = latestRef.current
        for (const id of [selfieDocumentId, idDocumentId]) if (id) await removeUnused(id)
      } catch (error) {
        saver?.resume()
        throw error
      }
      leaveFor(null)
    },
    async takeUp() {
      // Nothing is being saved: this draft isn't the server's.
      const draft = await fetchDraft(kind, userId)
      // Not during a creation, whose entries this tab keeps until it is answered.
      if (!isGoneRef.current && !isStillRef.current) leaveFor(draft)
    },
    async keepThis() {
      await (await saverRef.current)?.keepThis(latestRef.current)
    },
    async runWhileStill(work) {
      isStillRef.current = true
      const saver = await saverRef.current?.catch(() => null)
      await saver?.stop()
      const [base, kept, wasSaved] = [baseRef.current, keptRef.current, !findOwn(kind, userId)]
      baseRef.current = { ...base, unanswered: [...base.unanswered, null] }
      // A creation deletes the server's draft: without this copy, a reload after a lost answer would lose the entries.
      if (!isGoneRef.current) keepDraft(kind, userId, { ...latestRef.current, ...baseRef.current })
      try {
        const made = await work()
        isOverRef.current = true
        dropOwn(kind, userId)
        return made
      } catch (error) {
        isStillRef.current = false
        const isRefused = isRefusal(error)
        if (isRefused) {
          // It deleted nothing.
          baseRef.current = base
          if (wasSaved && keptRef.current === kept) dropOwn(kind, userId)
          else if (findOwn(kind, userId)) keepDraft(kind, userId, { ...latestRef.current, ...base })
        }
        saver?.resume(!isRefused)
        throw error
      }
    },
  }
}

const findOwn = (kind: VerificationKind, userId: string) => findDraft(kind, userId, makeEmptyWizard(''))

function dropOwn(kind: VerificationKind, userId: string): void {
  if (findOwn(kind, userId)) dropDraft(kind)
}

/** Removes a file, unless a creation whose answer was lost used it. */
async function removeUnused(id: string): Promise<void> {
  try {
    await removeOwnDocument({ id })
  } catch (error) {
    if (findProblem(error)?.code !== 'document_in_use') throw error
  }
}

function toSaving({ draft, isBehind, isOwn }: FoundDraft): Saving {
  if (isBehind) return 'changed'
  return draft && !isOwn ? 'saved' : 'nothing'
}

function toText({ step, values, selfieDocumentId, idDocumentId, idempotencyKey }: DraftFields): string {
  return JSON.stringify([step, values, selfieDocumentId, idDocumentId, idempotencyKey])
}

export type FoundDraft = {
  draft: Draft | null
  /** This tab's draft isn't based on a later save from elsewhere. */
  isBehind: boolean
  /** It is this tab's own draft, which the server doesn't have yet. */
  isOwn: boolean
  /** A creation whose answer was lost has used it. */
  isUsed?: boolean
  /** The proof by a wallet in the server's draft, while it can be used. */
  walletProof?: OwnProof | null
  /** Another number for each draft that the wizard begins with. */
  round: number
}

/** Drops this tab's entries, and begins again with the server's draft, or without one. */
export type BeginAgain = (draft: SavedDraft | null) => void

/**
 * A person's draft, from the server, or from this tab if it has changes that the server lacks; `null` while loading. A
 * failed request doesn't block the person.
 */
export function useFoundDraft(kind: VerificationKind, userId: string): [FoundDraft | null, BeginAgain] {
  const [found, setFound] = useState<FoundDraft | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const take = (saved: SavedDraft | null | undefined) => {
      if (!signal.aborted) setFound(toNext(merge(saved, findOwn(kind, userId))))
    }
    waitForSaves()
      .then(() => fetchDraft(kind, userId, signal))
      .then(take, () => take(undefined))
    return () => controller.abort()
  }, [kind, userId])
  const begin: BeginAgain = (draft) => {
    dropDraft(kind)
    setFound(toNext(merge(draft, null)))
  }
  return [found, begin]
}

const toNext = (draft: Omit<FoundDraft, 'round'>) => (before: FoundDraft | null) => ({
  ...draft,
  round: (before?.round ?? 0) + 1,
})

/** @param saved `undefined` when unknown */
function merge(saved: SavedDraft | null | undefined, own: Draft | null): Omit<FoundDraft, 'round'> {
  const walletProof = saved?.walletProof ?? null
  if (own) {
    const there = saved === undefined ? own.version : (saved?.version ?? null)
    const isBehind = there !== own.version && !own.unanswered.includes(there)
    const version = isBehind ? own.version : there
    const isUsed = there === null && own.unanswered.includes(null)
    return { draft: { ...own, version }, walletProof, isOwn: true, isUsed, isBehind }
  }
  if (!saved) return { draft: null, isOwn: false, isBehind: false }
  const { step, values, idempotencyKey, version, selfie, id } = saved
  const documents = { selfieDocumentId: selfie?.id ?? null, idDocumentId: id?.id ?? null }
  const draft = { step, values, idempotencyKey, version, unanswered: [], ...documents }
  return { draft, walletProof, isOwn: false, isBehind: false }
}
