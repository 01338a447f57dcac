import { randomUUID } from 'node:crypto'
import type { CreatedVerification, Creation } from '../../contract/verification.ts'
import { verificationLink } from '../../domain/verification/link.ts'
import { create } from '../../domain/verification/transition.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { attachDocument, type DocumentRow } from '../documents/index.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { once } from '../idempotency/index.ts'
import { announceChange } from '../live/index.ts'
import { consumeAllowance } from '../plans/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { invite } from './invitation.ts'
import { insertVerification } from './store.ts'

/** A refusal found in the middle of the transaction, which must undo what came before it. */
class Undo extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/**
 * Makes a pending verification with its link.
 *
 * One transaction spends the allowance, binds the creator's documents, adds the verification, begins its trail and invites the third party:
 * a refusal, or a crash, leaves none of it. Whether the third party could be invited by mail is part of the answer, and no refusal.
 *
 * @param key the Idempotency-Key of the request, with which it may be sent again and changes nothing more; `null`: every request counts
 */
export async function createVerification(
  platform: Platform,
  userId: string,
  creation: Creation,
  key: string | null,
): Promise<CreatedVerification | Refusal> {
  try {
    return await platform.database.transaction((tx) => {
      const at = platform.clock.now()
      const work = () => add(platform, tx, userId, creation, at)
      return key === null ? work() : once(tx, { userId, key, payload: creation, at }, work)
    })
  } catch (error) {
    if (error instanceof Undo) return error.refusal
    throw error
  }
}

/** The creation itself. Throws `Undo` where it is refused. */
async function add(
  platform: Platform,
  tx: Transaction,
  userId: string,
  creation: Creation,
  at: Date,
): Promise<CreatedVerification> {
  const id = randomUUID()
  const link = verificationLink(platform.settings.publicUrl, id, creation.type)
  const allowance = await consumeAllowance(tx, at, userId, creation.type)
  if (isRefusal(allowance)) throw new Undo(allowance)
  const documents = await attachOwn(tx, userId, creation, at)
  await insertVerification(tx, {
    ...columnsOf(creation),
    id,
    userId,
    verificationLink: link,
    createdAt: at,
    selfieDocumentId: documents.selfie?.id ?? null,
    idDocumentId: documents.id?.id ?? null,
  })
  await appendAuditEvent(tx, {
    verificationId: id,
    event: create().event,
    actor: create().by,
    at,
    detail: {
      type: creation.type,
      consentTextVersion: creation.consentTextVersion,
      ...(documents.selfie ? { selfieSha256: documents.selfie.submittedSha256 } : {}),
      ...(documents.id ? { idSha256: documents.id.submittedSha256 } : {}),
    },
  })
  const invitation = await invite(platform, tx, {
    verificationId: id,
    creatorId: userId,
    thirdPartyEmail: creation.thirdPartyEmail,
    actor: 'system',
  })
  await announceChange(tx, userId, { verificationId: id, status: create().to })
  // In the order in which PostgreSQL keeps an answer that is given again.
  return { id, invitation, verificationLink: link }
}

async function attachOwn(
  tx: Transaction,
  userId: string,
  creation: Creation,
  at: Date,
): Promise<{ selfie: DocumentRow | null; id: DocumentRow | null }> {
  if (creation.type === 'person') return { selfie: null, id: null }
  const owner = { userId }
  const selfie = await attachDocument(tx, { id: creation.selfieDocumentId, owner, category: 'selfie', at })
  const id = await attachDocument(tx, { id: creation.idDocumentId, owner, category: 'id', at })
  if (!selfie || !id) throw new Undo(refuse('document_unknown'))
  return { selfie, id }
}

function columnsOf(creation: Creation) {
  const { type, fullName, dateOfBirth, signature, signatureDate, consentTextVersion } = creation
  const { thirdPartyName, thirdPartySocialMediaName, thirdPartyEmail, platformName, additionalInformation } =
    creation
  return {
    type,
    fullName,
    dateOfBirth,
    signature,
    signatureDate,
    consentTextVersion,
    thirdPartyName,
    thirdPartySocialMediaName,
    thirdPartyEmail,
    platformName,
    additionalInformation,
    thirdPartyPlatformAge: creation.type === 'age' ? creation.thirdPartyPlatformAge : null,
    thirdPartyClaimedAge: creation.type === 'age' ? creation.thirdPartyClaimedAge : null,
    thirdPartyPhone: creation.type === 'person' ? creation.thirdPartyPhone : null,
  }
}
