import { useCallback, useEffect, useState } from 'react'
import type { Draft as SavedDraft } from '../../../../contract/draft.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { type Draft, dropDraft, findDraft, waitForSaves } from './draft.ts'
import { makeEmptyWizard } from './wizard-values.ts'

/** What there is to go on with. */
export type FoundDraft = {
  draft: Draft | null
  /** This tab's own has not followed what was saved elsewhere. */
  isBehind: boolean
  /** It is this tab's own, which the server does not have yet. */
  isOwn: boolean
  /** Another one for each time that it was looked for. */
  round: number
}

/**
 * The draft of a person, from the server, and from this tab where that has what the server has not; `null` while it is looked for. A server that
 * does not answer keeps nobody from going on. `begin` looks once more, and takes what the server has.
 */
export function useFoundDraft(kind: VerificationKind, userId: string): [FoundDraft | null, () => void] {
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<FoundDraft | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const take = (saved: SavedDraft | null | undefined) => {
      if (!signal.aborted) setFound({ ...merge(saved, findDraft(kind, userId, makeEmptyWizard(''))), round })
    }
    waitForSaves()
      .then(() => sendAuthorisedRequest('GET /api/drafts/:kind', { params: { kind }, signal }))
      .then(
        ({ draft }) => take(draft),
        () => take(undefined),
      )
    return () => controller.abort()
  }, [kind, userId, round])
  const begin = useCallback(() => {
    dropDraft(kind)
    setRound((before) => before + 1)
  }, [kind])
  return [found, begin]
}

/** @param saved `undefined` when nobody knows */
function merge(saved: SavedDraft | null | undefined, own: Draft | null): Omit<FoundDraft, 'round'> {
  if (own)
    return {
      draft: own,
      isOwn: true,
      isBehind: saved !== undefined && own.version !== (saved?.version ?? null),
    }
  if (!saved) return { draft: null, isOwn: false, isBehind: false }
  const { step, values, idempotencyKey, version, selfie, id } = saved
  const documents = { selfieDocumentId: selfie?.id ?? null, idDocumentId: id?.id ?? null }
  return { draft: { step, values, idempotencyKey, version, ...documents }, isOwn: false, isBehind: false }
}
