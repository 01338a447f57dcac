import type { Creation } from '../../contract/creation.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { EvidenceSource } from '../../domain/evidence/evidence.ts'
import type { Shared } from '../../domain/record/record.ts'
import {
  findDocumentSource,
  isSameDocument,
  type LinkSet,
  takeOwnKeptProof,
  takeThirdPartyKeptProof,
} from '../documents/index.ts'
import type { ClientTraces } from '../http/client.ts'
import { findProviderSource } from '../identity-checks/index.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { attachProof, findProofOf, hasSameIdentity, toProofSource } from '../wallets/index.ts'
import { listSharedTraces } from './shared.ts'
import type { VerificationRow } from './store.ts'
import { readThirdPartyClaims } from './store.ts'

/**
 * The evidence in the third party's set: the reading of the ID that they submit, an earlier check, and the proof of a
 * wallet or voucher.
 */
export async function gatherThirdPartySources(
  { signing }: Pick<Platform, 'signing'>,
  q: Queryable,
  row: VerificationRow,
  {
    setSha256,
    idDocumentId,
    signature,
    day,
  }: Pick<LinkSet, 'setSha256'> & {
    idDocumentId: string | null
    signature: string
    day: CalendarDate | null
  },
): Promise<EvidenceSource[]> {
  const read =
    idDocumentId === null
      ? null
      : await findDocumentSource(q, {
          documentId: idDocumentId,
          claims: readThirdPartyClaims(row),
          day,
          signature,
        })
  const fullName = row.thirdPartyName
  const set = { verificationId: row.id, setSha256 }
  const checked = await findProviderSource(q, set, { fullName, signature })
  const proof = await findProofOf(q, set)
  const proven = proof && toProofSource(signing, proof, { fullName, signature })
  return [read, checked, proven].filter((source) => source !== null)
}

/** The kept proof of the third party's account, if it may be used in this request (ONCE-3); null otherwise. */
export async function findKeptByThirdParty(
  tx: Transaction,
  row: VerificationRow,
  { keptProofId, ...signed }: { keptProofId: string; signature: string; day: CalendarDate },
): Promise<EvidenceSource | null> {
  if (!row.asksKeptInstead) return null
  const { thirdPartyName: fullName, thirdPartyEmail: email } = row
  return takeThirdPartyKeptProof(tx, { ...signed, id: keptProofId, fullName, email })
}

/** What the third party shares with the creator: the submitted ID, an identity at a bank, the network, the browser. */
export async function gatherShared(
  platform: Pick<Platform, 'signing'>,
  q: Queryable,
  set: LinkSet,
  { idDocumentId, traces }: { idDocumentId: string | null; traces: ClientTraces },
): Promise<Shared[]> {
  const isSameId = idDocumentId !== null && (await isSameDocument(q, idDocumentId))
  const isSamePerson = await hasSameIdentity(q, set)
  return [
    ...(isSameId ? ['same_document' as const] : []),
    ...(isSamePerson ? ['same_identity' as const] : []),
    ...(await listSharedTraces(platform, q, set.verificationId, traces)),
  ]
}

/** The evidence of the creator, for exactly the values that they typed, and the mark of their identity at a voucher. */
export async function gatherCreatorSources(
  { signing }: Pick<Platform, 'signing'>,
  tx: Transaction,
  {
    creation,
    userId,
    verificationId,
    at,
  }: { userId: string; verificationId: string; creation: Creation; at: Date },
): Promise<{ sources: EvidenceSource[]; identity: string | null }> {
  if (creation.type === 'person') return { sources: [], identity: null }
  const { idDocumentId, fullName, dateOfBirth, signature, signatureDate } = creation
  const read =
    idDocumentId === null
      ? null
      : await findDocumentSource(tx, {
          documentId: idDocumentId,
          claims: { fullName, dateOfBirth },
          day: signatureDate,
          signature,
        })
  const { keptProofId } = creation
  const use = { fullName, day: signatureDate, signature }
  const kept =
    keptProofId === null ? null : await takeOwnKeptProof(tx, { ...use, id: keptProofId, userId, dateOfBirth })
  const checked = await findProviderSource(tx, { userId }, { fullName, signature })
  const id = creation.walletProofId
  const proof = id === null ? null : await attachProof(tx, { id, userId, verificationId, at })
  // The name may have been proven before its creator chose not to ask for it.
  const asked = creation.asksFor.walletName ? proof : proof && { ...proof, nameVerdict: null }
  const proven = asked && toProofSource(signing, asked, { fullName, signature })
  const sources = [kept, read, checked, proven].filter((source) => source !== null)
  return { sources, identity: proof?.subjectMark ?? null }
}
