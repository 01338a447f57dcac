import type { Context, Hono } from 'hono'
import type { Reading } from '../../contract/document-reading.ts'
import { documentUploadSchema } from '../../contract/verification.ts'
import { signedUrlLife } from '../../domain/document.ts'
import { canOpenThirdPartyDocuments, getTierMaxFileBytes } from '../../domain/plan/plan-limits.ts'
import { type Account, accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { listNetworks } from '../http/client.ts'
import { holdAnswerRoom } from '../http/hold-room.ts'
import { isRefusal, type Refusal, refuse, validate } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import { takeUpload, type UploadForm } from '../http/upload.ts'
import { readTier } from '../plans/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  admitAfterEnd,
  findVerification,
  type GatePass,
  readThirdPartyClaims,
} from '../verifications/index.ts'
import { acceptFile, keepDocument } from './keep-document.ts'
import { dropKeptProof, keepProof, showKeptProof } from './kept-proofs.ts'
import { findNewestReading, forgetReadings, lockReadings } from './reading-store.ts'
import { presentReading, requestReading } from './readings.ts'
import { removeDocument } from './remove-document.ts'
import { presentDocument, serveFile } from './serve-file.ts'
import { type DocumentRow, findDocumentVisibleTo, type Giver } from './store.ts'

export function createDocumentsRoutes(platform: Platform): Hono<AppEnv> {
  const present = (document: DocumentRow | Refusal) =>
    isRefusal(document) ? document : presentDocument(platform, document, signedUrlLife.singleSeconds)

  async function keep(
    { id: userId, emailVerified }: Account,
    clientIp: string,
    form: UploadForm,
  ): Promise<DocumentRow | Refusal> {
    const fields = validate(documentUploadSchema, form.fields)
    if (isRefusal(fields)) return fields
    const tier = await readTier(platform.database, userId, platform.logger)
    const file = await acceptFile(platform, form.file, fields.category, getTierMaxFileBytes(tier), {
      networks: listNetworks(clientIp),
      sender: userId,
      isLast: !emailVerified,
    })
    if (isRefusal(file)) return file
    return keepDocument(platform, { userId }, fields.category, file, {
      replaces: fields.replaces ?? null,
      async checkLast(tx) {
        // Locked before the document, in the lock order of ending its reading.
        if (fields.replaces) await lockReadings(tx, [fields.replaces])
        return null
      },
      onDestroyed: (tx, ids) => forgetReadings(tx, ids, platform.clock.now()),
    })
  }

  return serveEndpoints(platform, accountCallers, {
    'POST /api/documents': async ({ caller, clientIp, c }) =>
      present(await takeUpload(c, caller.id, (form) => keep(caller, clientIp, form))),

    'GET /api/documents/:id/url': async ({ caller, params }) =>
      present(await findDocumentForUser(platform.database, params.id, caller.id)),

    'DELETE /api/documents/:id': ({ caller, params }) =>
      params.id === null ? null : removeDocument(platform, caller.id, params.id),

    async 'GET /api/files/:bucket/:owner/:file'({ params: { bucket, owner, file }, query, c }) {
      const request = {
        bucket,
        path: `${owner}/${file}`,
        expires: query.Expires,
        signature: query.Signature,
      }
      const served = await serveFile(platform, request, (bytes) => holdAnswerRoom(c, bytes))
      if (isRefusal(served)) return served
      return c.body(served.bytes, 200, {
        'Content-Type': served.contentType,
        'Content-Disposition': `inline; filename="${served.fileName}"`,
        'Cache-Control': 'private, no-store',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'X-Content-Type-Options': 'nosniff',
      })
    },
  })
}

export function createDocumentReadingsRoutes(platform: Platform): Hono<AppEnv> {
  const { clock, database } = platform

  async function show(owner: Giver, documentId: string | null): Promise<{ reading: Reading | null }> {
    const row = await findNewestReading(database, owner, documentId)
    return { reading: row && (await presentReading(database, owner, row, clock.now())) }
  }

  return serveEndpoints(
    platform,
    { ...accountCallers, ...admitAfterEnd(canStillLearnAge) },
    {
      'POST /api/document-readings': ({ caller, body, clientIp }) => {
        const { documentId, fullName, dateOfBirth, today } = body
        const request = { documentId, claims: { fullName, dateOfBirth }, day: today }
        return requestReading(platform, { userId: caller.id }, request, {
          networks: listNetworks(clientIp),
          isLast: !caller.emailVerified,
        })
      },

      'GET /api/document-readings/:id': ({ caller, params }) => show({ userId: caller.id }, params.id),

      async 'POST /api/public/verifications/:id/reading'({ caller, body, clientIp }) {
        const { verificationId, setSha256 } = caller
        const row = await findVerification(database, verificationId)
        if (!row) return refuse('verification_not_found')
        const request = { documentId: body.documentId, claims: readThirdPartyClaims(row), day: body.today }
        return requestReading(platform, { verificationId, setSha256 }, request, {
          networks: listNetworks(clientIp),
        })
      },

      'GET /api/public/verifications/:id/reading': ({ caller }) => show(caller, null),

      'GET /api/kept-proof': async ({ caller }) => ({ kept: await showKeptProof(platform, caller.id) }),

      async 'PUT /api/kept-proof'({ caller, body: { documentId, ...claims } }) {
        const kept = await keepProof(platform, caller, { documentId, claims })
        return isRefusal(kept) ? kept : { kept }
      },

      'DELETE /api/kept-proof': ({ caller }) => dropKeptProof(platform, caller),
    },
  )
}

/**
 * The document, if the user may open it: always their own; a third party's once the verification is verified, on a paid
 * tier, and unless it is kept only for a legal hold. Refuses everything else with `not_found`, or `plan_required` on a
 * free tier.
 */
async function findDocumentForUser(q: Queryable, id: string, userId: string): Promise<DocumentRow | Refusal> {
  const document = await findDocumentVisibleTo(q, id, userId)
  if (!document) return refuse('not_found')
  if (document.own) return document
  if (document.status !== 'verified' || document.withheldAt) return refuse('not_found')
  return canOpenThirdPartyDocuments(await readTier(q, userId)) ? document : refuse('plan_required')
}

/**
 * Whether third parties may still fetch their reading right after it ended the request, to learn the age found in their
 * ID.
 */
async function canStillLearnAge(
  { database }: Platform,
  c: Context<AppEnv>,
  pass: GatePass,
): Promise<boolean> {
  if (c.req.method !== 'GET') return false
  return (await findNewestReading(database, pass))?.outcome === 'under_age'
}
