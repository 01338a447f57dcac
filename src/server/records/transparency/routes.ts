import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { paths } from '../../../contract/paths.ts'
import { consistencyQuerySchema, inclusionQuerySchema, type SignedLogHead } from '../../../contract/record.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problemResponse } from '../../http/problem.ts'
import { isRefusal, refuse } from '../../http/refusal.ts'
import { validated } from '../../http/validated.ts'
import type { Platform } from '../../platform/platform.ts'
import { published, signHead } from './log-head.ts'
import { newestHead } from './log-store.ts'
import { emptyRoot } from './merkle.ts'
import { consistencyProof, inclusionProof } from './proofs.ts'

/** What anybody checks a record with, given away by the service that it checks: read it before you run it. */
const checker = new URL('../../../../scripts/check-record.mjs', import.meta.url)

/** The public log: its signed head, proofs about it, and the certificate that signs. Nothing of it says anything about anybody. */
export function transparencyRoutes(platform: Platform): Hono<AppEnv> {
  const { database, sealer, clock } = platform
  const app = new Hono<AppEnv>()

  app.get(paths.transparencyHead, async (c) => {
    const head =
      (await newestHead(database)) ??
      (await signHead(sealer, { size: 0, rootHash: emptyRoot, at: clock.now() }))
    const answer: SignedLogHead = {
      ...published(head),
      signature: { protected: head.protected, signature: head.signature },
    }
    return c.json(answer)
  })

  app.get(paths.transparencyInclusion, async (c) => {
    const query = validated(inclusionQuerySchema, c.req.query())
    if (isRefusal(query)) return problemResponse(c, query)
    const hash = c.req.param('pdfSha256')
    if (!/^[0-9a-f]{64}$/.test(hash)) return problemResponse(c, refuse('not_found'))
    const proof = await inclusionProof(database, hash, query.size)
    return isRefusal(proof) ? problemResponse(c, proof) : c.json(proof)
  })

  app.get(paths.transparencyConsistency, async (c) => {
    const query = validated(consistencyQuerySchema, c.req.query())
    if (isRefusal(query)) return problemResponse(c, query)
    const proof = await consistencyProof(database, query.from, query.to)
    return isRefusal(proof) ? problemResponse(c, proof) : c.json(proof)
  })

  app.get(paths.sealCertificate, (c) => {
    c.header('Content-Type', 'application/x-pem-file')
    c.header('Content-Disposition', 'attachment; filename="seal-certificate.pem"')
    return c.body(sealer.certificatePem)
  })

  app.get(paths.recordChecker, async (c) => {
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="check-record.mjs"')
    return c.body(await readFile(checker, 'utf8'))
  })

  return app
}
