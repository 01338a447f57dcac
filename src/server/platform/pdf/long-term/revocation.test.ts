import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalCa, type ResponderBehaviour, startLocalCa } from '../testing/local-ca.ts'
import { createRevocation } from './revocation.ts'

const dayMs = 24 * 60 * 60_000

let ca: LocalCa
let now = new Date()
beforeAll(async () => {
  ca = await startLocalCa()
  await ca.issue('asked', 'sealing_ocsp')
  await ca.issue('listed', 'stamping_crl')
  await ca.issue('both', 'sealing_both')
  await ca.issue('silent', 'stamping')
})
afterAll(() => ca.close())

const certificate = async (name: string) =>
  new X509Certificate(await readFile(join(ca.folder, `${name}.pem`))).raw

/** `openssl` on a busy machine takes its time; who never answers is waited for shortly. */
let timeoutMs = 30_000

async function ask(name: string, revocation = createRevocation({ clock: { now: () => now }, timeoutMs })) {
  now = new Date()
  const answer = await revocation.statementOn(await certificate(name), await certificate('root'))
  return 'fault' in answer ? answer : { status: answer.status, kind: answer.kind }
}

describe('what an authority says of a certificate', () => {
  it('is fetched from whom the certificate names, and from nobody else (ARCHIVE-2)', async () => {
    ca.asked.length = 0
    expect(await ask('asked')).toEqual({ status: 'good', kind: 'ocsps' })
    expect(await ask('listed')).toEqual({ status: 'good', kind: 'crls' })
    expect(await ask('silent')).toEqual({ fault: 'no_address' })
    expect(ca.asked).toEqual(['/ocsp', '/crl'])
  })

  it.each([
    ['unknown', 'unknown', 'good'],
    ['wrong_signer', 'bad_signature', 'bad_signature'],
    ['garbage', 'malformed', 'malformed'],
    ['hang', 'unreachable', 'unreachable'],
    ['server_error', 'unreachable', 'unreachable'],
    ['huge', 'unreachable', 'unreachable'],
    ['redirect', 'unreachable', 'unreachable'],
  ] as const satisfies [ResponderBehaviour, string, string][])(
    'counts for nothing when it is: %s (ARCHIVE-2)',
    async (behaviour, ofResponder, ofList) => {
      ca.ocsp = behaviour
      ca.crl = behaviour
      timeoutMs = behaviour === 'hang' ? 300 : 30_000
      ca.asked.length = 0
      expect(await ask('asked')).toEqual({ fault: ofResponder })
      expect(await ask('listed')).toEqual(
        ofList === 'good' ? { status: 'good', kind: 'crls' } : { fault: ofList },
      )
      expect(ca.asked).not.toContain('/elsewhere')
      ca.ocsp = 'honest'
      ca.crl = 'honest'
      timeoutMs = 30_000
    },
  )

  it('counts no longer than it says, and no longer than a day without being asked anew (ARCHIVE-2)', async () => {
    const revocation = createRevocation({ clock: { now: () => now } })
    const statement = async (name: string) =>
      revocation.statementOn(await certificate(name), await certificate('root'))
    now = new Date()
    ca.asked.length = 0
    await statement('asked')
    await statement('asked')
    expect(ca.asked).toEqual(['/ocsp'])
    ca.ocsp = 'stale'
    now = new Date(Date.now() + dayMs + 1)
    expect(await statement('asked')).toMatchObject({ status: 'good' })
    expect(ca.asked).toEqual(['/ocsp', '/ocsp'])
    now = new Date(Date.now() + 8 * dayMs)
    expect(await statement('asked')).toEqual({ fault: 'out_of_date' })
    ca.ocsp = 'honest'
  })

  it('is asked of the list where the responder says nothing that counts (ARCHIVE-2)', async () => {
    ca.ocsp = 'server_error'
    expect(await ask('both')).toEqual({ status: 'good', kind: 'crls' })
    ca.ocsp = 'honest'
    expect(await ask('both')).toEqual({ status: 'good', kind: 'ocsps' })
  })

  it('is that it was taken back, where it was (ARCHIVE-2)', async () => {
    for (const name of ['asked', 'listed']) await ca.revoke(name)
    expect(await ask('asked')).toEqual({ status: 'revoked', kind: 'ocsps' })
    expect(await ask('listed')).toEqual({ status: 'revoked', kind: 'crls' })
  })
})
