import type { z } from 'zod'
import type { thirdPartyFileAnswerSchema } from '../../contract/third-party.ts'
import { thirdPartyFileSchema } from '../../contract/third-party.ts'
import { type DocumentCategory, documentCategories, signedUrlLife } from '../../domain/document/document.ts'
import { getTierMaxFileBytes } from '../../domain/plan/file-size.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { forgetReadings } from '../document-readings/index.ts'
import { acceptFile, keepDocument, presentDocument } from '../documents/index.ts'
import { listNetworks } from '../http/client-network.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import type { UploadForm } from '../http/upload-form.ts'
import { validate } from '../http/validated.ts'
import { doesStillOpen, gatePasses } from '../mailed-codes/index.ts'
import { readTier } from '../plans/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findVerification, lockVerification } from '../verifications/index.ts'
import type { GatePass } from './policy.ts'

const uploadLimit = { name: 'third-party-upload', points: 40, seconds: 600 }

/**
 * Keeps a photo or ID of the third party for their verification, as long as that is pending at the moment when the file counts
 * (SUBMIT-2). The answer's `fileUrl` is what the final submission names.
 */
export async function uploadFile(
  platform: Platform,
  pass: GatePass,
  form: UploadForm,
  clientIp: string,
): Promise<z.infer<typeof thirdPartyFileAnswerSchema> | Refusal> {
  const { verificationId } = pass
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
  const row = await findVerification(platform.database, verificationId)
  if (!row) return refuse('verification_not_found')
  const tier = await readTier(platform.database, row.userId, platform.logger)
  const file = await acceptFile(platform, form.file, category, getTierMaxFileBytes(tier), {
    networks: listNetworks(clientIp),
    sender: verificationId,
  })
  if (isRefusal(file)) return file

  const document = await keepDocument(platform, { verificationId }, category, file, {
    replaces: fields.replaces ?? null,
    onDestroyed: (tx, ids) => forgetReadings(tx, ids, platform.clock.now()),
    async checkLast(tx, kept) {
      const current = await lockVerification(tx, verificationId)
      if (!current || !isOpen(current.status)) return refuse('link_closed')
      if (!(await doesStillOpen(tx, gatePasses, pass))) return refuse('gate_token_invalid')
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

/** The `{category}` of `{formId}/{category}-{timestamp}.{ext}`; a photo straight from the camera is just named selfie. */
function parseCategory(fileName: string): DocumentCategory | undefined {
  const name = fileName.split('/').at(-1) ?? ''
  return documentCategories.find((category) => new RegExp(`^${category}(?:[-_.]|$)`, 'i').test(name))
}
