import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { findProblem } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { type Draft, makeIdempotencyKey as newId } from './draft.ts'

/** `here`: the server doesn't have it yet. `changed`: the server has another one, or none any more. */
export type Saving = 'nothing' | 'saving' | 'saved' | 'here' | 'changed'

/** The typing pause before a draft is saved in the background. */
const restMs = 1000
const retryMs = 10_000

export type DraftSaver = {
  /** Saves this draft soon; of several only the last. */
  offer(draft: Omit<Draft, 'version'>): void
  /** Stops all further saves; resolves when no save is in progress. */
  stop(): Promise<void>
  /** The same after the last offered draft was sent, unless it was stopped before. */
  finish(): Promise<void>
  resume(): void
  /** Saves this draft after a failed creation, which may have deleted the server's. */
  saveAgain(draft: Omit<Draft, 'version'>): void
  /** Checks whether the server has the last saved draft. */
  look(): Promise<void>
  /** Continues with the local draft, which replaces the server's: the last unsent one, else the given one. */
  keepThis(draft: Omit<Draft, 'version'>): Promise<void>
}

/**
 * Saves a draft, one request at a time. A save with a lost answer is recognised by its version, so that a person isn't
 * warned about their own change.
 *
 * @param version the known one, null for none
 * @param isBehind whether the server is known to have another one
 */
export function createDraftSaver(
  kind: VerificationKind,
  version: string | null,
  isBehind: boolean,
  on: {
    state(saving: Saving): void
    saved(): void
    version(version: string | null): void
  },
): DraftSaver {
  let known = version
  let waiting: Omit<Draft, 'version'> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let isStopped = false
  let isChanged = isBehind
  /** What the server may have since an unanswered request from here: a version, or null for none. */
  const lost = new Set<string | null>()

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped && !isChanged) timer = setTimeout(send, ms)
  }

  const know = (now: string | null) => {
    known = now
    on.version(now)
  }

  function send() {
    if (sending || isStopped || isChanged || !waiting) return
    sending = put(waiting).finally(() => {
      sending = null
    })
  }

  async function put(draft: Omit<Draft, 'version'>): Promise<void> {
    waiting = null
    const chosen = newId()
    lost.add(chosen)
    try {
      await sendAuthorisedRequest('PUT /api/drafts/:kind', {
        params: { kind },
        json: { ...draft, version: chosen, replaces: known },
      })
      lost.clear()
      know(chosen)
      if (waiting) return schedule(restMs)
      on.state('saved')
      on.saved()
    } catch (error) {
      waiting ??= draft
      const problem = findProblem(error)
      // A refused request did not save.
      if (problem) lost.delete(chosen)
      if (problem?.code === 'draft_changed') return compare()
      on.state('here')
      schedule(retryMs)
    }
  }

  /** Compares with the draft on the server: it is either the result of an unanswered request from this tab, or another device's. */
  async function compare(): Promise<void> {
    const there = await fetchVersion(kind)
    if (there === known || lost.has(there)) {
      know(there)
      return schedule(0)
    }
    isChanged = true
    on.state('changed')
  }

  return {
    offer(draft) {
      if (isStopped) return
      waiting = draft
      if (!isChanged) on.state('saving')
      schedule(restMs)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
    },
    async finish() {
      clearTimeout(timer)
      await sending
      send()
      isStopped = true
      await sending
    },
    resume() {
      isStopped = false
      if (waiting) schedule(0)
    },
    saveAgain(draft) {
      isStopped = false
      lost.add(null)
      this.offer(draft)
    },
    async look() {
      if (sending || isStopped || isChanged) return
      const there = await fetchVersion(kind)
      if (sending || isStopped || there === known || lost.has(there)) return
      isChanged = true
      on.state('changed')
    },
    async keepThis(draft) {
      know(await fetchVersion(kind))
      isChanged = false
      waiting ??= draft
      on.state('saving')
      schedule(0)
    },
  }
}

async function fetchVersion(kind: VerificationKind): Promise<string | null> {
  const { draft } = await sendAuthorisedRequest('GET /api/drafts/:kind', { params: { kind } })
  return draft?.version ?? null
}
