import type { HowKnown } from '../../contract/evidence.ts'
import {
  type KnownFact,
  listKnownFacts,
  listPartyFacts,
  type PartyEvidence,
} from '../../domain/evidence/known-facts.ts'
import { isRecord } from '../../domain/verification/status.ts'
import { findAddress } from '../accounts/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { VerificationRow } from './store.ts'

/**
 * How each fact of a verification is known: of both people once it is complete, of the creator alone before. A completed one says what was so
 * at its completion; before, the creator's mailbox stands as it does now.
 */
export async function readHowKnown(q: Queryable, row: VerificationRow): Promise<HowKnown> {
  if (isRecord(row.status)) {
    return { known: listRecordFacts(row), sources: listRecordSources(row), shared: row.shared }
  }
  const mailboxAt = (await findAddress(q, row.userId))?.confirmedAt ?? null
  const creator = gatherCreatorEvidence({ ...row, creatorMailboxAt: mailboxAt })
  return {
    known: listPartyFacts('creator', creator),
    sources: { creator: row.creatorSources, thirdParty: [] },
    shared: [],
  }
}

/** The facts of a completed verification, from its row alone. */
export function listRecordFacts(row: VerificationRow): KnownFact[] {
  return listKnownFacts({ creator: gatherCreatorEvidence(row), thirdParty: gatherThirdPartyEvidence(row) })
}

/** What each gave beside their word, as a record has it. */
export function listRecordSources({
  creatorSources,
  thirdPartySources,
}: VerificationRow): HowKnown['sources'] {
  return { creator: creatorSources, thirdParty: thirdPartySources }
}

function gatherCreatorEvidence(row: VerificationRow): PartyEvidence {
  return gatherPartyEvidence({
    declaredAt: row.createdAt,
    hasPhoto: row.selfieDocumentId !== null,
    codeAt: row.creatorMailboxAt,
    sources: row.creatorSources,
  })
}

function gatherThirdPartyEvidence(row: VerificationRow): PartyEvidence {
  return gatherPartyEvidence({
    declaredAt: row.verifiedAt ?? row.createdAt,
    hasPhoto: row.thirdPartySelfieDocumentId !== null,
    codeAt: row.emailProof === 'code' ? row.thirdPartyMailboxAt : null,
    sources: row.thirdPartySources,
  })
}

function gatherPartyEvidence(given: {
  declaredAt: Date
  hasPhoto: boolean
  codeAt: Date | null
  sources: PartyEvidence['sources']
}): PartyEvidence {
  const declaredAt = given.declaredAt.toISOString()
  return {
    declaredAt,
    photoAt: given.hasPhoto ? declaredAt : null,
    mailbox:
      given.codeAt === null
        ? { step: 'typed', at: declaredAt }
        : { step: 'code', at: given.codeAt.toISOString() },
    sources: given.sources,
  }
}
