import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeAuthority } from './authority-configuration.ts'

const run = promisify(execFile)

type Openssl = (...args: string[]) => Promise<{ stdout: string }>

/** The validity of a certificate (YYYYMMDDHHMMSSZ), the file of an existing request, and the issuer. */
type Issuing = {
  from?: string
  to?: string
  request?: string
  by?: string
  digest?: 'sha1' | 'sha256'
}

export type OpensslAuthority = {
  folder: string
  rootFile: string
  openssl: Openssl
  /**
   * Issues `{name}.pem` for the new `{name}.key`. The section of the configuration sets its purpose, `by` sets another
   * issuer.
   */
  issue(name: string, section: string, options?: Issuing): Promise<void>
  revoke(name: string, reason?: string): Promise<void>
  release(name: string): Promise<void>
  /** A timestamp token (RFC 3161) over some bytes, dated now and signed with the named certificate. */
  stamp(name: string, data: Uint8Array): Promise<Uint8Array>
}

const configured = ['-config', 'openssl.cnf'] as const
const ofAuthority = ['ca', '-batch', '-notext', '-name', 'authority'] as const

/** Creates an authority in an empty folder. Its certificates name `origin` for revocation requests. */
export async function createAuthority(folder: string, origin: string): Promise<OpensslAuthority> {
  const openssl: Openssl = (...args) => run('openssl', args, { cwd: folder })
  await writeState(folder, origin)
  await makeRoot(openssl)
  return {
    folder,
    rootFile: join(folder, 'root.pem'),
    openssl,
    issue: (name, section, options) => issue(openssl, name, section, options),
    async revoke(name, reason = 'unspecified') {
      await openssl(
        ...(['ca', '-batch', '-name', 'authority', '-revoke', `${name}.pem`, '-crl_reason', reason] as const),
        ...configured,
      )
    },
    release: (name) => release(openssl, folder, name),
    stamp: (name, data) => stamp(openssl, folder, name, data),
  }
}

async function writeState(folder: string, origin: string): Promise<void> {
  for (const [name, text] of [
    ['openssl.cnf', describeAuthority(origin)],
    ['serial', '01\n'],
    ['ca-serial', '01\n'],
    ['crl-number', '01\n'],
    ['index.txt', ''],
    ['nothing.txt', ''],
  ] as const)
    await writeFile(join(folder, name), text)
}

async function makeRoot(openssl: Openssl): Promise<void> {
  await makeRequest(openssl, 'root')
  // Older than every certificate that it issues, so that tests can use past dates.
  await openssl(
    ...ofAuthority,
    ...['-selfsign', '-keyfile', 'root.key', '-extensions', 'root'],
    ...['-startdate', '20200101000000Z', '-enddate', '20991231000000Z'],
    ...['-in', 'root.csr', '-out', 'root.pem', ...configured],
  )
}

/** Creates `{name}.key` and its request `{name}.csr`. */
async function makeRequest(openssl: Openssl, name: string): Promise<void> {
  await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`)
  await openssl(
    ...(['req', '-new', '-key', `${name}.key`, '-subj', `/CN=Local ${name}`] as const),
    ...['-out', `${name}.csr`, ...configured],
  )
}

async function issue(
  openssl: Openssl,
  name: string,
  section: string,
  { from = '20200101000000Z', to = '20991231000000Z', request, by = 'root', digest = 'sha256' }: Issuing = {},
): Promise<void> {
  if (!request) await makeRequest(openssl, name)
  await openssl(
    ...ofAuthority,
    ...['-extensions', section, '-md', digest, '-startdate', from, '-enddate', to],
    ...['-in', request ?? `${name}.csr`, '-out', `${name}.pem`],
    ...['-cert', `${by}.pem`, '-keyfile', `${by}.key`, ...configured],
  )
}

async function release(openssl: Openssl, folder: string, name: string): Promise<void> {
  const { stdout } = await openssl('x509', '-in', `${name}.pem`, '-noout', '-serial')
  const [, serial = ''] = /serial=(\w+)/.exec(stdout) ?? []
  const index = await readFile(join(folder, 'index.txt'), 'utf8')
  const line = new RegExp(`^R\t(\\S+)\t\\S+\t${serial}\t`, 'm')
  await writeFile(join(folder, 'index.txt'), index.replace(line, `V\t$1\t\t${serial}\t`))
}

async function stamp(openssl: Openssl, folder: string, name: string, data: Uint8Array): Promise<Uint8Array> {
  await writeFile(join(folder, 'stamped.bin'), data)
  const [question, answer] = ['stamped.tsq', 'stamped.tsr']
  await openssl('ts', '-query', '-data', 'stamped.bin', '-sha256', '-cert', '-out', question)
  await openssl(
    ...(['ts', '-reply', '-queryfile', question] as const),
    ...['-signer', `${name}.pem`, '-inkey', `${name}.key`, '-token_out', '-out', answer, ...configured],
  )
  return new Uint8Array(await readFile(join(folder, answer)))
}
