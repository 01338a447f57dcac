import { readFile } from 'node:fs/promises'
import type { Context, Hono } from 'hono'
import type { LogView } from '../../../contract/record.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { isRefusal, refuse } from '../../http/problem.ts'
import { serveEndpoints } from '../../http/serve-endpoints.ts'
import type { Platform } from '../../platform/platform.ts'
import { readChecker } from '../checker.ts'
import { listCertificates } from '../seal-keys/seal-keys.ts'
import {
  findLastCosignature,
  findTimestamp,
  signLogKey,
  writeCheckpoint,
  writeProofFile,
} from './checkpoint.ts'
import { findNewestHead, proveConsistency, proveInclusion, signHead, toPublished } from './log-store.ts'
import { emptyRoot } from './merkle.ts'

const witness = new URL('../../../../scripts/witness.mjs', import.meta.url)

/** The public log: its signed head, proofs about it, and the certificate that signs. Contains no personal data. */
export function createTransparencyRoutes(platform: Platform): Hono<AppEnv> {
  const { database, sealer, clock } = platform
  return serveEndpoints(
    platform,
    {},
    {
      async 'GET /api/transparency/head'() {
        const head =
          (await findNewestHead(database)) ??
          (await signHead(sealer, { size: 0, rootHash: emptyRoot, at: clock.now() }))
        return { ...toPublished(head), signature: { protected: head.protected, signature: head.signature } }
      },

      'GET /api/transparency/log': () => showLog(platform),

      async 'GET /api/transparency/checkpoint'({ query, c }) {
        const note = await writeCheckpoint(database, platform.logSigner, query.size)
        return note === null ? refuse('not_found') : c.text(note)
      },

      async 'GET /api/transparency/proof/:pdfSha256'({ params: { pdfSha256 }, c }) {
        const proof = isSha256(pdfSha256) ? await writeProofFile(platform, pdfSha256) : refuse('not_found')
        return isRefusal(proof) ? proof : c.text(proof)
      },

      'GET /api/transparency/inclusion/:pdfSha256': async ({ params: { pdfSha256 }, query }) =>
        isSha256(pdfSha256) ? proveInclusion(database, pdfSha256, query.size) : refuse('not_found'),

      'GET /api/transparency/consistency': ({ query }) => proveConsistency(database, query.from, query.to),

      'GET /api/transparency/certificate'({ c }) {
        c.header('Content-Type', 'application/x-pem-file')
        c.header('Content-Disposition', 'attachment; filename="seal-certificate.pem"')
        return c.body(sealer.certificatePem)
      },

      'GET /api/transparency/certificates': () => listCertificates(platform),

      'GET /api/transparency/check-record.mjs': async ({ c }) =>
        serveScript(c, 'check-record.mjs', await readChecker()),
      'GET /api/transparency/witness.mjs': async ({ c }) =>
        serveScript(c, 'witness.mjs', await readFile(witness, 'utf8')),
    },
  )
}

const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** Serves a program for checking a record or watching the log, which people can read before they run it. */
function serveScript(c: Context<AppEnv>, name: string, text: string): Response {
  c.header('Content-Type', 'text/javascript; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="${name}"`)
  return c.body(text)
}

/**
 * The log as its page shows it: its name and key, its newest state, and the witnesses' latest statements. Contains no
 * personal data.
 */
async function showLog(platform: Platform): Promise<LogView> {
  const { database, logSigner, sealer, settings } = platform
  const [log, head, checkpoint, timestamp, witnesses] = await Promise.all([
    signLogKey(platform),
    findNewestHead(database),
    writeCheckpoint(database, logSigner, undefined),
    findTimestamp(database, logSigner.name),
    Promise.all(
      settings.witnesses.map(async ({ name, verifierKey, url }) => {
        const last = await findLastCosignature(database, logSigner.name, verifierKey)
        return { name, verifierKey, url, last: last && { size: last.size, at: last.at.toISOString() } }
      }),
    ),
  ])
  return {
    ...log,
    size: head?.size ?? 0,
    at: head?.at.toISOString() ?? null,
    checkpoint: checkpoint ?? '',
    hasTimeAuthority: sealer.hasTimeAuthority,
    timestamp: timestamp && { size: timestamp.size, at: timestamp.at.toISOString() },
    witnesses,
  }
}
