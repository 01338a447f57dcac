import type { z } from 'zod'
import {
  type ThirdPartyView,
  type thirdPartyFileAnswerSchema,
  thirdPartyFileSchema,
} from '../../contract/third-party.ts'
import {
  computeDocumentMaxBytes,
  type DocumentCategory,
  documentCategories,
  signedUrlLife,
} from '../../domain/document.ts'
import { canOpenThirdPartyDocuments, getTierMaxFileBytes } from '../../domain/plan/plan-limits.ts'
import { appendAuditEvent } from '../audit/index.ts'
import {
  acceptFile,
  destroyUpload,
  findNewestUpload,
  forgetReadings,
  keepDocument,
  lockReadings,
  presentDocument,
} from '../documents/index.ts'
import { type ClientTraces, listNetworks } from '../http/client.ts'
import { isRefusal, type Refusal, refuse, validate } from '../http/problem.ts'
import type { UploadForm } from '../http/upload.ts'
import { readTier } from '../plans/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type GatePass, lockOpenVerification, type OpenPass, withOpenVerification } from './policy.ts'
import { findPrivateNo } from './private-no.ts'
import { takePlace } from './sets.ts'
import { presentForm } from './show-verification.ts'
import { gatherShared, gatherThirdPartySources } from './sources.ts'

/** The form as the proven third party sees it, with what is in their set so far. */
export async function showForm(
  platform: Platform,
  { row, emailProof, verificationId, setSha256 }: OpenPass,
  traces: ClientTraces,
): Promise<ThirdPartyView> {
  const { database } = platform
  const set = { verificationId, setSha256 }
  const [tier, selfie, id] = await Promise.all([
    readTier(database, row.userId, platform.logger),
    findNewestUpload(database, set, 'selfie'),
    findNewestUpload(database, set, 'id'),
  ])
  const tierMaxBytes = getTierMaxFileBytes(tier)
  return {
    ...(await presentForm(platform, row, 'third_party')),
    // Shown only to a person who proved the mailbox, because a creator can type the address too.
    saidNoAt:
      emailProof === 'code' ? ((await findPrivateNo(platform, database, row))?.toISOString() ?? null) : null,
    limits: {
      imageMaxBytes: computeDocumentMaxBytes('image/jpeg', tierMaxBytes),
      pdfMaxBytes: computeDocumentMaxBytes('application/pdf', tierMaxBytes),
    },
    creatorOpensFiles: canOpenThirdPartyDocuments(tier),
    given: await gatherThirdPartySources(platform, database, row, {
      setSha256,
      idDocumentId: id?.id ?? null,
      signature: row.thirdPartyName,
      day: null,
    }),
    shared: await gatherShared(platform, database, set, { idDocumentId: id?.id ?? null, traces }),
    uploads: {
      selfie: selfie && presentDocument(platform, selfie, signedUrlLife.singleSeconds),
      id: id && presentDocument(platform, id, signedUrlLife.singleSeconds),
    },
  }
}

/** Not in the endpoint's definition, because only the form shows whether it is a file or the submission. */
const uploadLimit = { name: 'third-party-upload', points: 40, seconds: 600 }

/**
 * Stores a photo or ID of the third party, if the verification is still pending when the file takes effect (SUBMIT-2).
 * The final submission refers to the answer's `fileUrl`.
 */
export async function uploadFile(
  platform: Platform,
  pass: OpenPass,
  form: UploadForm,
  clientIp: string,
): Promise<z.infer<typeof thirdPartyFileAnswerSchema> | Refusal> {
  const { verificationId, setSha256 } = pass
  const fields = validate(thirdPartyFileSchema, form.fields)
  if (isRefusal(fields)) return fields
  const category = fields.category ?? parseCategory(fields.fileName)
  if (!category) {
    return refuse('validation_failed', {
      errors: [{ path: 'fileName', message: 'Please name the file {formId}/{category}-{timestamp}.{ext}' }],
    })
  }
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(uploadLimit, verificationId)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  const tier = await readTier(platform.database, pass.row.userId, platform.logger)
  const file = await acceptFile(platform, form.file, category, getTierMaxFileBytes(tier), {
    networks: listNetworks(clientIp),
    sender: verificationId,
  })
  if (isRefusal(file)) return file

  const document = await keepDocument(platform, { verificationId, setSha256 }, category, file, {
    replaces: fields.replaces ?? null,
    onDestroyed: (tx, ids) => forgetReadings(tx, ids, platform.clock.now()),
    async checkLast(tx, kept) {
      const open = await lockOpenVerification(tx, pass)
      const refused = isRefusal(open) ? open : await takePlace(platform, tx, pass)
      if (refused) return refused
      await appendAuditEvent(tx, {
        verificationId,
        event: 'uploaded',
        actor: 'third_party',
        at: platform.clock.now(),
        detail: { category, sha256: kept.sha256, type: kept.contentType },
      })
      return null
    },
  })
  if (isRefusal(document)) return document
  const presented = presentDocument(platform, document, signedUrlLife.singleSeconds)
  return { success: true, fileUrl: `${platform.settings.publicUrl}${presented.url}`, document: presented }
}

/**
 * The `{category}` of `{formId}/{category}-{timestamp}.{ext}`. A photo straight from the camera is just named selfie.
 */
function parseCategory(fileName: string): DocumentCategory | undefined {
  const name = fileName.split('/').at(-1) ?? ''
  return documentCategories.find((category) => new RegExp(`^${category}(?:[-_.]|$)`, 'i').test(name))
}

/**
 * Removes a photo or ID from the third party's set, and the file that it had replaced. Once this resolves, no
 * address opens it; a job then deletes its bytes, and its reading is deleted. The verification's row is locked, like in
 * a submission, so that only one of them happens, and nothing can be removed after the submission. A missing file, or
 * one of another set, isn't an error. The trail doesn't record it, nor does it record the files that a private no
 * destroys.
 */
export function removeFile(
  platform: Platform,
  pass: GatePass,
  documentId: string | null,
): Promise<{ ok: true } | Refusal> {
  const { verificationId, setSha256 } = pass
  return withOpenVerification(platform, pass, async (tx) => {
    if (documentId === null) return { ok: true }
    await lockReadings(tx, [documentId])
    const set = { verificationId, setSha256 }
    const removed = await destroyUpload(platform, tx, { id: documentId, set })
    if (removed.length === 0) return { ok: true }
    await forgetReadings(tx, removed, platform.clock.now())
    return { ok: true }
  })
}
