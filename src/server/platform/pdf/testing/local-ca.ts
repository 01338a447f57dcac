import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, type OpensslAuthority } from './openssl-authority.ts'
import { answerAboutRevocation, type Responding } from './revocation-responder.ts'

export type LocalCa = OpensslAuthority & Responding & { close(): Promise<void> }

/**
 * A certificate authority on this machine, built with `openssl ca`, with a responder (`openssl ocsp`) and a revocation
 * list. Certificates of the sections `…_ocsp` name the responder, those of `…_crl` the list, the others neither.
 */
export async function startLocalCa(): Promise<LocalCa> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const ca: LocalCa = {
    ...(await createAuthority(folder, origin)),
    ocsp: 'honest',
    crl: 'honest',
    listDays: 7,
    asked: [],
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
  const answer = answerAboutRevocation(ca, origin)
  // One request at a time: openssl keeps its state in files.
  let last = Promise.resolve()
  server.on('request', (request, response) => {
    last = last.then(() => answer(request, response)).catch(() => void response.writeHead(500).end())
  })
  return ca
}
