import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { withUnreadableCertificate } from './unreadable-certificate.ts'

const run = promisify(execFile)

/** How those who say whether a certificate was revoked treat the next questions. */
export type ResponderBehaviour =
  | 'honest'
  /** Knows no certificate. */
  | 'unknown'
  /** Answers as it did before, whatever the time. */
  | 'stale'
  /** Answers, honestly, about another certificate. */
  | 'other_certificate'
  /** Sends along a certificate that cannot be read. */
  | 'unreadable_certificate'
  /** Signs with a certificate that was not issued for this. */
  | 'wrong_signer'
  | 'garbage'
  | 'hang'
  | 'server_error'
  | 'huge'
  | 'redirect'

export type LocalCa = {
  folder: string
  rootFile: string
  openssl(...args: string[]): Promise<{ stdout: string }>
  /** Issues `{name}.pem` for `{name}.key`, which is made; the section of the configuration says what it is for, `by` which other issues it. */
  issue(
    name: string,
    section: string,
    options?: {
      from?: string
      to?: string
      request?: string
      by?: string
      digest?: 'sha1' | 'sha256'
    },
  ): Promise<void>
  revoke(name: string, reason?: string): Promise<void>
  /** Ends a hold. */
  release(name: string): Promise<void>
  /** A timestamp token (RFC 3161) of one of its certificates over some bytes, of now. */
  stamp(name: string, data: Uint8Array): Promise<Uint8Array>
  ocsp: ResponderBehaviour
  crl: ResponderBehaviour
  /** How long its lists say that they hold. */
  listDays: number
  /** What was asked for, in order. */
  asked: string[]
  close(): Promise<void>
}

/**
 * An authority that issues certificates on this machine, made of `openssl ca`, with a responder (`openssl ocsp`) and a list of what it revoked.
 * Certificates of the sections `…_ocsp` name the first, of `…_crl` the second, the others neither.
 */
export async function startLocalCa(): Promise<LocalCa> {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  // One after the other: openssl keeps its state in files.
  let last = Promise.resolve()
  const server = createServer((request, response) => {
    last = last.then(() => answer(request, response)).catch(() => void response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  await writeFile(join(folder, 'openssl.cnf'), configuration(origin))
  for (const [name, text] of [
    ['serial', '01\n'],
    ['ca-serial', '01\n'],
    ['crl-number', '01\n'],
    ['index.txt', ''],
    ['nothing.txt', ''],
  ] as const)
    await writeFile(join(folder, name), text)
  const configured = ['-config', 'openssl.cnf'] as const
  await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'root.key')
  await openssl(
    ...(['req', '-new', '-key', 'root.key', '-subj', '/CN=Local root', '-out', 'root.csr'] as const),
    ...configured,
  )
  // Older than all that it issues, so that tests can look back.
  await openssl(
    ...(['ca', '-batch', '-notext', '-name', 'authority', '-selfsign', '-keyfile', 'root.key'] as const),
    ...['-extensions', 'root', '-startdate', '20200101000000Z', '-enddate', '20991231000000Z'],
    ...['-in', 'root.csr', '-out', 'root.pem', ...configured],
  )
  const before = new Map<string, Buffer>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await buffer(request)
    const path = request.url ?? ''
    ca.asked.push(path)
    const behaviour = path === '/ocsp' ? ca.ocsp : ca.crl
    if (behaviour === 'hang') return
    if (behaviour === 'redirect') {
      response.writeHead(307, { location: `${origin}/elsewhere` }).end()
      return
    }
    const body = behaviour === 'stale' ? before.get(path) : await makeBody(path, behaviour, question)
    if (!body) throw new Error('no answer')
    before.set(path, body)
    response.writeHead(200).end(body)
  }

  async function makeBody(path: string, behaviour: ResponderBehaviour, question: Buffer): Promise<Buffer> {
    if (behaviour === 'server_error') throw new Error('as was asked')
    if (behaviour === 'garbage') return Buffer.from('<html>moved</html>')
    if (behaviour === 'huge') return Buffer.alloc(1024 * 1024, 0x30)
    return path === '/ocsp' ? respond(behaviour, question) : list(behaviour)
  }

  async function respond(behaviour: ResponderBehaviour, question: Buffer): Promise<Buffer> {
    const signer = behaviour === 'wrong_signer' ? 'other' : 'responder'
    for (const name of ['responder', 'other'])
      await readFile(join(folder, `${name}.pem`)).catch(() =>
        ca.issue(name, name === 'other' ? 'stamping' : 'responding'),
      )
    await writeFile(join(folder, 'question.der'), question)
    if (behaviour === 'other_certificate')
      await openssl(
        ...(['ocsp', '-issuer', 'root.pem', '-cert', 'other.pem', '-reqout', 'question.der'] as const),
      )
    await openssl(
      ...(['ocsp', '-index', behaviour === 'unknown' ? 'nothing.txt' : 'index.txt'] as const),
      ...['-CA', 'root.pem', '-rsigner', `${signer}.pem`, '-rkey', `${signer}.key`],
      ...['-reqin', 'question.der', '-respout', 'answer.der', '-ndays', '7'],
    )
    const answer = await readFile(join(folder, 'answer.der'))
    return behaviour === 'unreadable_certificate' ? withUnreadableCertificate(answer) : answer
  }

  async function list(behaviour: ResponderBehaviour): Promise<Buffer> {
    await openssl(
      'ca',
      '-gencrl',
      '-name',
      'authority',
      '-crldays',
      String(ca.listDays),
      '-out',
      'list.pem',
      ...configured,
    )
    await openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der')
    const der = await readFile(join(folder, 'list.der'))
    if (behaviour === 'wrong_signer') der[der.length - 1] = (der.at(-1) ?? 0) ^ 1
    return der
  }

  const ca: LocalCa = {
    folder,
    rootFile: join(folder, 'root.pem'),
    openssl,
    ocsp: 'honest',
    crl: 'honest',
    listDays: 7,
    asked: [],
    async issue(
      name,
      section,
      { from = '20200101000000Z', to = '20991231000000Z', request, by = 'root', digest = 'sha256' } = {},
    ) {
      if (!request) {
        await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`)
        await openssl(
          ...(['req', '-new', '-key', `${name}.key`, '-subj', `/CN=Local ${name}`] as const),
          ...['-out', `${name}.csr`, ...configured],
        )
      }
      await openssl(
        ...([
          'ca',
          '-batch',
          '-notext',
          '-name',
          'authority',
          '-extensions',
          section,
          '-md',
          digest,
        ] as const),
        ...['-startdate', from, '-enddate', to, '-in', request ?? `${name}.csr`, '-out', `${name}.pem`],
        ...['-cert', `${by}.pem`, '-keyfile', `${by}.key`, ...configured],
      )
    },
    async revoke(name, reason = 'unspecified') {
      await openssl(
        ...(['ca', '-batch', '-name', 'authority', '-revoke', `${name}.pem`, '-crl_reason', reason] as const),
        ...configured,
      )
    },
    async release(name) {
      const { stdout } = await openssl('x509', '-in', `${name}.pem`, '-noout', '-serial')
      const [, serial = ''] = /serial=(\w+)/.exec(stdout) ?? []
      const index = await readFile(join(folder, 'index.txt'), 'utf8')
      const line = new RegExp(`^R\t(\\S+)\t\\S+\t${serial}\t`, 'm')
      await writeFile(join(folder, 'index.txt'), index.replace(line, `V\t$1\t\t${serial}\t`))
    },
    async stamp(name, data) {
      await writeFile(join(folder, 'stamped.bin'), data)
      const [question, answer] = ['stamped.tsq', 'stamped.tsr']
      await openssl('ts', '-query', '-data', 'stamped.bin', '-sha256', '-cert', '-out', question)
      await openssl(
        ...([
          'ts',
          '-reply',
          '-queryfile',
          question,
          '-signer',
          `${name}.pem`,
          '-inkey',
          `${name}.key`,
        ] as const),
        ...['-token_out', '-out', answer, '-config', 'openssl.cnf'],
      )
      return new Uint8Array(await readFile(join(folder, answer)))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
  return ca
}

const configuration = (origin: string) => `
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
[ stamping_crl ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
crlDistributionPoints = URI:${origin}/crl
[ sealing_ocsp ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
extendedKeyUsage = emailProtection
authorityInfoAccess = OCSP;URI:${origin}/ocsp
[ sealing_both ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
extendedKeyUsage = emailProtection
authorityInfoAccess = OCSP;URI:${origin}/ocsp
crlDistributionPoints = URI:${origin}/crl
[ sealing_many ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, nonRepudiation
extendedKeyUsage = emailProtection
authorityInfoAccess = ${Array.from({ length: 8 }, () => `OCSP;URI:${origin}/ocsp`).join(',')}
[ responding ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, OCSPSigning
noCheck = ignored
[ responding_asked ]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = OCSPSigning
[ not_stamping_alone ]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = timeStamping
[ authority ]
new_certs_dir = .
database = index.txt
serial = ca-serial
crlnumber = crl-number
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
