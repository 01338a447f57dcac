import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How the authority treats the next questions. */
export type Behaviour =
  | 'honest'
  /** Takes the question and never answers. */
  | 'hang'
  /** Stamps other data than it was given. */
  | 'other_digest'
  /** Answers with a timestamp that somebody else asked for, about the same data. */
  | 'other_nonce'
  /** Signs with a certificate that ended years ago. */
  | 'expired'
  | 'server_error'
  | 'nonsense'
  /** An honest answer with one byte of the signature changed. */
  | 'forged'

export type LocalAuthority = {
  url: string
  /** PEM file of the root that its certificates lead to. */
  rootFile: string
  behaviour: Behaviour
  /** How many questions came. */
  questions: number
  close(): Promise<void>
}

/** A time-stamping authority (RFC 3161) on this machine, made of `openssl ts`. Time comes from the machine's own clock. */
export async function startLocalAuthority(): Promise<LocalAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  await writeFile(join(folder, 'openssl.cnf'), configuration)
  await writeFile(join(folder, 'serial'), '01\n')
  await writeFile(join(folder, 'index.txt'), '')
  await writeFile(join(folder, 'ca-serial'), '01\n')
  await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'root.key')
  await openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    'root.key',
    '-subj',
    '/CN=Local root',
    '-days',
    '30',
    '-out',
    'root.pem',
    '-config',
    'openssl.cnf',
    '-extensions',
    'root',
  )
  await certificate('good', 'stamping', '20200101000000Z', '20991231000000Z')
  await certificate('expired', 'stamping', '20200101000000Z', '20200201000000Z')

  async function certificate(name: string, extensions: string, from: string, to: string) {
    await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`)
    await openssl(
      'req',
      '-new',
      '-key',
      `${name}.key`,
      '-subj',
      `/CN=Local ${name}`,
      '-out',
      `${name}.csr`,
      '-config',
      'openssl.cnf',
    )
    await openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      'openssl.cnf',
      '-name',
      'authority',
      '-extensions',
      extensions,
      '-startdate',
      from,
      '-enddate',
      to,
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.pem`,
    )
  }

  let count = 0
  async function reply(question: Uint8Array, signer: string): Promise<Buffer> {
    count += 1
    const [asked, answered] = [`${count}.tsq`, `${count}.tsr`]
    await writeFile(join(folder, asked), question)
    await openssl(
      'ts',
      '-reply',
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
    rootFile: join(folder, 'root.pem'),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  })
}

/** The digest is the OCTET STRING of 32 bytes in the question. */
function withOtherDigest(question: Buffer): Buffer {
  const changed = Buffer.from(question)
  const at = changed.indexOf(Buffer.from([0x04, 0x20])) + 2
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** The nonce is the INTEGER before the closing BOOLEAN (three bytes). */
function withOtherNonce(question: Buffer): Buffer {
  const changed = Buffer.from(question)
  const at = changed.length - 4
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

const configuration = `
[ req ]
distinguished_name = names
[ names ]
[ root ]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[ stamping ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[ authority ]
new_certs_dir = .
database = index.txt
serial = ca-serial
certificate = root.pem
private_key = root.key
default_md = sha256
policy = any
unique_subject = no
[ any ]
commonName = supplied
[ tsa ]
default_tsa = local
[ local ]
serial = ./serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`
