import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { RequestFailure } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { type Draft, makeIdempotencyKey as newId } from './draft.ts'

/** `here`: the server does not have it, for now. `changed`: it has another one, or none any more. */
export type Saving = 'nothing' | 'saving' | 'saved' | 'here' | 'changed'

/** Saves in the background, when the person stops typing. */
const restMs = 1000
const retryMs = 10_000

export type DraftSaver = {
  /** Has this saved soon; of several only the last. */
  offer(draft: Omit<Draft, 'version'>): void
  /** Lets nothing more go out; resolves when nothing is on its way. */
  stop(): Promise<void>
  /** The same once what was offered last has gone out, unless it was stopped before. */
  finish(): Promise<void>
  /** Goes on, with what was offered last. */
  resume(): void
  /** Looks whether the server has what was saved here last. */
  look(): Promise<void>
  /** Goes on with what is here, in the place of what is there. */
  keepThis(): Promise<void>
}

/**
 * Saves a draft, one request at a time. A save whose answer was lost is recognised by the version that it chose, so
 * that a person is not told of their own change.
 *
 * @param version the known one, null for none
 * @param isBehind whether another one is known to be there
 */
export function createDraftSaver(
  kind: VerificationKind,
  version: string | null,
  isBehind: boolean,
  on: {
    state(saving: Saving): void
    /** The server has what was offered last. */
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
  /** Versions chosen here whose arrival is unknown. */
  const lost = new Set<string>()

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
      const problem = error instanceof RequestFailure ? error.problem : null
      // A refused request did not save.
      if (problem) lost.delete(chosen)
      if (problem?.code === 'draft_changed') return compare()
      on.state('here')
      schedule(retryMs)
    }
  }

  /**
   * Compares with the draft on the server: it is this tab's save whose response was lost, or that of another device.
   */
  async function compare(): Promise<void> {
    const there = await fetchVersion(kind)
    if (there === known || (there !== null && lost.has(there))) {
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
    async look() {
      if (sending || isStopped || isChanged) return
      const there = await fetchVersion(kind)
      if (sending || isStopped || there === known || (there !== null && lost.has(there))) return
      isChanged = true
      on.state('changed')
    },
    async keepThis() {
      know(await fetchVersion(kind))
      isChanged = false
      on.state('saving')
      schedule(0)
    },
  }
}

async function fetchVersion(kind: VerificationKind): Promise<string | null> {
  const { draft } = await sendAuthorisedRequest('GET /api/drafts/:kind', { params: { kind } })
  return draft?.version ?? null
}
