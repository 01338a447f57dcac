import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { findProblem, isRefusal } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { type DraftBase, type DraftFields, fetchDraft, makeIdempotencyKey as newId } from './draft.ts'

/** `here`: the server doesn't have it yet. `changed`: the server has another one, or none any more. */
export type Saving = 'nothing' | 'saving' | 'saved' | 'here' | 'changed'

/** The typing pause before a draft is saved in the background. */
const restMs = 1000
const retryMs = 10_000

export type DraftSaver = {
  /** Saves this draft soon; of several only the last. */
  offer(draft: DraftFields): void
  /** Sends an offered draft now, unless saving is stopped. */
  flush(): void
  /** Stops all further saves; resolves when no save is in progress. */
  stop(): Promise<void>
  /** @param isCreationLost whether a creation wasn't answered, which deletes the draft if it happened */
  resume(isCreationLost?: boolean): void
  /** Ends saving for good, after the last offered draft was sent, unless it was stopped before. */
  finish(): Promise<void>
  /** Checks whether the server has the last saved draft. */
  look(): Promise<void>
  /** Continues with the local draft, which replaces the server's: the last unsent one, else the given one. */
  keepThis(draft: DraftFields): Promise<void>
}

/**
 * Saves a draft, one request at a time. A save or a creation with a lost answer is recognised by the version that it
 * leaves, so that a person isn't warned about their own change.
 *
 * @param base what the server has, as far as this tab knows
 * @param isBehind whether the server is known to have another one
 * @param on.saved called when this tab no longer needs its copy
 */
export function createDraftSaver(
  kind: VerificationKind,
  userId: string,
  base: DraftBase,
  isBehind: boolean,
  on: {
    state(saving: Saving): void
    saved(): void
    base(base: DraftBase): void
  },
): DraftSaver {
  let known = base.version
  let unanswered = base.unanswered
  let waiting: DraftFields | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let isStopped = false
  let isFinished = false
  let isChanged = isBehind

  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped && !isChanged) timer = setTimeout(send, ms)
  }

  const know = (now: DraftBase) => {
    known = now.version
    unanswered = now.unanswered
    on.base(now)
  }

  const isOwn = (there: string | null) => there === known || unanswered.includes(there)

  function offer(draft: DraftFields) {
    waiting = draft
    if (isStopped) return
    if (!isChanged) on.state('saving')
    schedule(restMs)
  }

  function send() {
    if (sending || isStopped || isChanged || !waiting) return
    sending = put(waiting).finally(() => {
      sending = null
    })
  }

  async function put(draft: DraftFields): Promise<void> {
    waiting = null
    const chosen = newId()
    know({ version: known, unanswered: [...unanswered, chosen] })
    try {
      await sendAuthorisedRequest('PUT /api/drafts/:kind', {
        params: { kind },
        userId,
        json: { ...draft, version: chosen, replaces: known },
      })
      // Only the creation itself can answer a creation.
      know({ version: chosen, unanswered: unanswered.filter((one) => one === null) })
      if (waiting) return schedule(restMs)
      on.state('saved')
      // A saved draft lacks the files that a creation used.
      if (!unanswered.includes(null)) on.saved()
    } catch (error) {
      waiting ??= draft
      // A refused request did not save.
      if (isRefusal(error)) know({ version: known, unanswered: unanswered.filter((one) => one !== chosen) })
      if (findProblem(error)?.code === 'draft_changed') return compare().catch(retry)
      retry()
    }
  }

  function retry() {
    on.state('here')
    schedule(retryMs)
  }

  /** Compares with the draft on the server: it is from this tab, with a lost answer, or from another device. */
  async function compare(): Promise<void> {
    const there = await readVersion(kind, userId)
    if (isOwn(there)) {
      know({ version: there, unanswered })
      return schedule(0)
    }
    isChanged = true
    on.state('changed')
  }

  return {
    offer,
    flush() {
      if (waiting) schedule(0)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await sending
    },
    resume(isCreationLost = false) {
      if (isFinished) return
      isStopped = false
      if (isCreationLost) know({ version: known, unanswered: [...unanswered, null] })
      if (waiting) schedule(0)
    },
    async finish() {
      isFinished = true
      clearTimeout(timer)
      await sending
      send()
      isStopped = true
      await sending
    },
    async look() {
      if (sending || isStopped || isChanged) return
      const before = known
      const there = await readVersion(kind, userId)
      if (sending || isStopped || known !== before || isOwn(there)) return
      isChanged = true
      on.state('changed')
    },
    async keepThis(draft) {
      const version = await readVersion(kind, userId)
      // A creation has begun, which needs what is known now.
      if (isStopped) return
      know({ version, unanswered })
      isChanged = false
      waiting ??= draft
      on.state('saving')
      schedule(0)
    },
  }
}

const readVersion = async (kind: VerificationKind, userId: string) =>
  (await fetchDraft(kind, userId))?.version ?? null
