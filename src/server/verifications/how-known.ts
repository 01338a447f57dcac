import type { HowKnown } from '../../contract/evidence.ts'
import {
  type KnownFact,
  knownFacts,
  type PartyEvidence,
  partyFacts,
} from '../../domain/evidence/known-facts.ts'
import { isRecord } from '../../domain/verification/status.ts'
import { findAddress } from '../accounts/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { VerificationRow } from './store.ts'

/**
 * How each fact of a verification is known: of both people once it is complete, of the creator alone before. A completed one says what was so
 * at its completion; before, the creator's mailbox stands as it does now.
 */
export async function howKnown(q: Queryable, row: VerificationRow): Promise<HowKnown> {
  if (isRecord(row.status)) {
    return { known: recordFacts(row), sources: recordSources(row) }
  }
  const mailboxAt = (await findAddress(q, row.userId))?.confirmedAt ?? null
  const creator = creatorEvidence({ ...row, creatorMailboxAt: mailboxAt })
  return { known: partyFacts('creator', creator), sources: { creator: row.creatorSources, thirdParty: [] } }
}

/** The facts of a completed verification, from its row alone. */
export function recordFacts(row: VerificationRow): KnownFact[] {
  return knownFacts({ creator: creatorEvidence(row), thirdParty: thirdPartyEvidence(row) })
}

/** What each gave beside their word, as a record has it. */
export function recordSources({ creatorSources, thirdPartySources }: VerificationRow): HowKnown['sources'] {
  return { creator: creatorSources, thirdParty: thirdPartySources }
}

function creatorEvidence(row: VerificationRow): PartyEvidence {
  return partyEvidence({
    declaredAt: row.createdAt,
    hasPhoto: row.selfieDocumentId !== null,
    codeAt: row.creatorMailboxAt,
    sources: row.creatorSources,
  })
}

function thirdPartyEvidence(row: VerificationRow): PartyEvidence {
  const declaredAt = row.verifiedAt ?? row.createdAt
  return partyEvidence({
    declaredAt,
    hasPhoto: row.thirdPartySelfieDocumentId !== null,
    codeAt: row.emailProof === 'code' ? (row.thirdPartyMailboxAt ?? declaredAt) : null,
    sources: row.thirdPartySources,
  })
}

function partyEvidence(given: {
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
