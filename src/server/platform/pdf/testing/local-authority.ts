import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type LocalCa, startLocalCa } from './local-ca.ts'

export type Behaviour =
  | 'honest'
  /** Accepts the request and never answers. */
  | 'hang'
  /** Stamps other data than requested. */
  | 'other_digest'
  /** Answers with a timestamp from another request about the same data. */
  | 'other_nonce'
  /** Signs with a certificate that expired years ago. */
  | 'expired'
  /** Signs with SHA-1. */
  | 'sha1'
  | 'server_error'
  | 'nonsense'
  /** An honest answer with one byte of the signature changed. */
  | 'forged'

export type LocalAuthority = {
  url: string
  /** PEM file of the root above its certificates. */
  rootFile: string
  behaviour: Behaviour
  questions: number
  close(): Promise<void>
}

/**
 * A time-stamping authority (RFC 3161) on this machine, built with `openssl ts`. Uses the machine's own clock. With a
 * `ca`, its certificate is issued by that CA and names its revocation list; it expires at `to`.
 */
export async function startLocalAuthority({
  to,
  digest,
  ...options
}: {
  ca?: LocalCa
  to?: string
  digest?: 'sha1'
} = {}): Promise<LocalAuthority> {
  const ca = options.ca ?? (await startLocalCa())
  const { folder, openssl } = ca
  await ca.issue('good', options.ca ? 'stamping_crl' : 'stamping', {
    ...(to ? { to } : {}),
    ...(digest ? { digest } : {}),
  })
  await ca.issue('expired', 'stamping', { to: '20200201000000Z' })

  let count = 0
  async function reply(question: Uint8Array, signer: string, digest = '-sha256'): Promise<Buffer> {
    count += 1
    const [asked, answered] = [`${count}.tsq`, `${count}.tsr`]
    await writeFile(join(folder, asked), question)
    await openssl(
      'ts',
      '-reply',
      digest,
      '-queryfile',
      asked,
      '-signer',
      `${signer}.pem`,
      '-inkey',
      `${signer}.key`,
      '-chain',
      'root.pem',
      '-out',
      answered,
      '-config',
      'openssl.cnf',
    )
    return readFile(join(folder, answered))
  }

  const authority = { behaviour: 'honest' as Behaviour, questions: 0 }
  const server = createServer(async (request, response) => {
    authority.questions += 1
    const question = await buffer(request)
    const answer = await answerTo(question).catch(() => null)
    if (answer === 'nothing') return
    if (!answer) {
      response.writeHead(500).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer)
  })

  async function answerTo(question: Buffer): Promise<Buffer | 'nothing' | null> {
    switch (authority.behaviour) {
      case 'honest':
        return reply(question, 'good')
      case 'sha1':
        return reply(question, 'good', '-sha1')
      case 'expired':
        return reply(question, 'expired')
      case 'hang':
        return 'nothing'
      case 'server_error':
        return null
      case 'nonsense':
        return Buffer.from('<html>moved</html>')
      case 'other_digest':
        return reply(withOtherDigest(question), 'good')
      case 'other_nonce':
        return reply(withOtherNonce(question), 'good')
      case 'forged': {
        const answer = await reply(question, 'good')
        const last = answer.length - 1
        answer[last] = (answer[last] ?? 0) ^ 1
        return answer
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(authority, {
    url: `http://127.0.0.1:${port}/tsr`,
    rootFile: ca.rootFile,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (!options.ca) await ca.close()
    },
  })
}

/** Changes the digest: the OCTET STRING of 32 bytes in the request. */
function withOtherDigest(question: Buffer): Buffer {
  const changed = Buffer.from(question)
  const at = changed.indexOf(Buffer.from([0x04, 0x20])) + 2
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** Changes the nonce: the INTEGER before the closing BOOLEAN (three bytes). */
function withOtherNonce(question: Buffer): Buffer {
  const changed = Buffer.from(question)
  const at = changed.length - 4
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
