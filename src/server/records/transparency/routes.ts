import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { refuse } from '../../http/refusal.ts'
import { serveEndpoints } from '../../http/serve-endpoints.ts'
import type { Platform } from '../../platform/platform.ts'
import { listCertificates } from '../seal-keys/list-certificates.ts'
import { published, signHead } from './log-head.ts'
import { newestHead } from './log-store.ts'
import { emptyRoot } from './merkle.ts'
import { consistencyProof, inclusionProof } from './proofs.ts'

/** What anybody checks a record with, given away by the service that it checks: read it before you run it. */
const checker = new URL('../../../../scripts/check-record.mjs', import.meta.url)

/** The public log: its signed head, proofs about it, and the certificate that signs. Nothing of it says anything about anybody. */
export function transparencyRoutes(platform: Platform): Hono<AppEnv> {
  const { database, sealer, clock } = platform
  return serveEndpoints(
    platform,
    {},
    {
      async 'GET /api/transparency/head'() {
        const head =
          (await newestHead(database)) ??
          (await signHead(sealer, { size: 0, rootHash: emptyRoot, at: clock.now() }))
        return { ...published(head), signature: { protected: head.protected, signature: head.signature } }
      },

      'GET /api/transparency/inclusion/:pdfSha256': async ({ params: { pdfSha256 }, query }) =>
        /^[0-9a-f]{64}$/.test(pdfSha256)
          ? inclusionProof(database, pdfSha256, query.size)
          : refuse('not_found'),

      'GET /api/transparency/consistency': ({ query }) => consistencyProof(database, query.from, query.to),

      'GET /api/transparency/certificate'({ c }) {
        c.header('Content-Type', 'application/x-pem-file')
        c.header('Content-Disposition', 'attachment; filename="seal-certificate.pem"')
        return c.body(sealer.certificatePem)
      },

      'GET /api/transparency/certificates': () => listCertificates(platform),

      async 'GET /api/transparency/check-record.mjs'({ c }) {
        c.header('Content-Type', 'text/javascript; charset=utf-8')
        c.header('Content-Disposition', 'attachment; filename="check-record.mjs"')
        return c.body(await readFile(checker, 'utf8'))
      },
    },
  )
}
