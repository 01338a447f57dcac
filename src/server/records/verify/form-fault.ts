import { toPlainJson, writeCanonicalJson } from '../../../domain/canonical-json.ts'
import { listShared } from '../../../domain/record/oddities.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { findVerification, listRecordFacts, listRecordSources } from '../../verifications/index.ts'

/** Why the row of a verification does not say what a sealed document of it states; null when it does. */
export async function findFormFault(
  q: Queryable,
  facts: RecordFacts | WithdrawalFacts,
): Promise<string | null> {
  const row = await findVerification(q, facts.verificationId)
  if (!row) return 'its verification is gone'
  const names = [row.fullName, row.thirdPartyName, row.verifiedAt?.toISOString() ?? null]
  const [stored, stated] =
    facts.document === 'withdrawal'
      ? [names, [facts.creatorName, facts.thirdPartyName, facts.verifiedAt]]
      : [
          [
            ...names,
            row.createdAt.toISOString(),
            row.dateOfBirth,
            row.thirdPartyEmail,
            row.additionalInformation,
            [row.signature, row.signatureDate, row.thirdPartySignature, row.thirdPartySignatureDate],
            [listRecordFacts(row), listRecordSources(row), row.shared],
          ],
          [
            facts.creator.fullName,
            facts.thirdParty.fullName,
            facts.verifiedAt,
            facts.createdAt,
            facts.creator.dateOfBirth,
            facts.thirdParty.email,
            facts.additionalTerms,
            facts.signatures.flatMap(({ signature, signedOn }) => [signature, signedOn]),
            [facts.known, facts.sources, listShared(facts.odd ?? [])],
          ],
        ]
  return writeCanonicalJson(toPlainJson(stored)) === writeCanonicalJson(toPlainJson(stated))
    ? null
    : 'its verification says something else now'
}
