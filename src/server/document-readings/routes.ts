import type { Hono } from 'hono'
import type { Reading } from '../../contract/document-reading.ts'
import { accountCallers } from '../accounts/index.ts'
import type { DocumentOwner } from '../documents/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { listNetworks } from '../http/client-network.ts'
import { refuse } from '../http/refusal.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import type { Platform } from '../platform/platform.ts'
import { findVerification } from '../verifications/index.ts'
import { findReaderPass } from './policy.ts'
import { presentReading } from './present-reading.ts'
import { requestReading } from './request-reading.ts'
import { findNewestReading } from './store.ts'
import { readThirdPartyClaims } from './third-party-claims.ts'

export function createDocumentReadingsRoutes(platform: Platform): Hono<AppEnv> {
  const { clock, database } = platform

  async function show(owner: DocumentOwner, documentId: string | null): Promise<{ reading: Reading | null }> {
    const row = await findNewestReading(database, owner, documentId)
    return { reading: row && (await presentReading(database, owner, row, clock.now())) }
  }

  return serveEndpoints(
    platform,
    { ...accountCallers, 'pass holder': findReaderPass },
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
        const { verificationId } = caller
        const row = await findVerification(database, verificationId)
        if (!row) return refuse('verification_not_found')
        const request = { documentId: body.documentId, claims: readThirdPartyClaims(row), day: body.today }
        return requestReading(platform, { verificationId }, request, {
          networks: listNetworks(clientIp),
        })
      },

      'GET /api/public/verifications/:id/reading': ({ caller }) =>
        show({ verificationId: caller.verificationId }, null),
    },
  )
}
