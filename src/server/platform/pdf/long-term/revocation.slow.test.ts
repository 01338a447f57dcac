import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../clock/index.ts'
import { type LocalCa, startLocalCa } from '../testing/local-ca.ts'
import type { ResponderBehaviour } from '../testing/revocation-responder.ts'
import { createRevocation } from './revocation.ts'

const minuteMs = 60_000

let ca: LocalCa
let now = new Date()
beforeAll(async () => {
  ca = await startLocalCa()
  await ca.issue('asked', 'sealing_ocsp')
  await ca.issue('listed', 'stamping_crl')
  await ca.issue('both', 'sealing_both')
  await ca.issue('silent', 'stamping')
  await ca.issue('many', 'sealing_many')
  for (const name of ['held', 'removed']) {
    await ca.issue(name, 'sealing_ocsp')
    await ca.issue(`${name}-listed`, 'stamping_crl')
  }
})
afterAll(() => ca.close())
beforeEach(() => {
  Object.assign(ca, { ocsp: 'honest', crl: 'honest', listDays: 7 })
  ca.asked.length = 0
})

const certificate = async (name: string) =>
  new X509Certificate(await readFile(join(ca.folder, `${name}.pem`))).raw

/** `openssl` is slow on a busy machine; tests of silent servers use a short timeout. */
let timeoutMs = 30_000

async function ask(name: string, revocation = createRevocation({ clock: { now: () => now }, timeoutMs })) {
  now = new Date()
  const answer = await revocation.judge(await certificate(name), await certificate('root'))
  return 'fault' in answer ? answer : { status: answer.status, kind: answer.kind }
}

/** Keeps its answers between calls. */
function remembering(timeout = 30_000) {
  const revocation = createRevocation({ clock: { now: () => now }, timeoutMs: timeout })
  const statement = async (name: string, options?: { refresh?: boolean }) =>
    revocation.judge(await certificate(name), await certificate('root'), options)
  return { statement }
}

describe('an authority’s statement about a certificate', () => {
  it('is fetched only from the address in the certificate (ARCHIVE-2)', async () => {
    expect(await ask('asked')).toEqual({ status: 'good', kind: 'ocsps' })
    expect(await ask('listed')).toEqual({ status: 'good', kind: 'crls' })
    expect(await ask('silent')).toEqual({ fault: 'no_address' })
    expect(ca.asked).toEqual(['/ocsp', '/crl'])
  })

  it.each([
    ['unknown', 'unknown', 'good'],
    ['other_certificate', 'unknown', 'good'],
    ['wrong_signer', 'bad_signature', 'bad_signature'],
    ['garbage', 'malformed', 'malformed'],
    ['hang', 'unreachable', 'unreachable'],
    ['server_error', 'unreachable', 'unreachable'],
    ['huge', 'unreachable', 'unreachable'],
    ['redirect', 'unreachable', 'unreachable'],
  ] as const satisfies [ResponderBehaviour, string, string][])(
    'is ignored when the response is: %s (ARCHIVE-2)',
    async (behaviour, ofResponder, ofList) => {
      ca.ocsp = behaviour
      ca.crl = behaviour
      timeoutMs = behaviour === 'hang' ? 300 : 30_000
      expect(await ask('asked')).toEqual({ fault: ofResponder })
      expect(await ask('listed')).toEqual(
        ofList === 'good' ? { status: 'good', kind: 'crls' } : { fault: ofList },
      )
      expect(ca.asked).not.toContain('/elsewhere')
      timeoutMs = 30_000
    },
  )

  it('is valid although a man in the middle added an unreadable certificate (ARCHIVE-2)', async () => {
    ca.ocsp = 'unreadable_certificate'
    expect(await ask('asked')).toEqual({ status: 'good', kind: 'ocsps' })
  })

  it('is not requested for an unreadable certificate', async () => {
    const revocation = createRevocation({ clock: { now: () => now } })
    const garbage = Buffer.from('<html>moved</html>')
    expect(await revocation.judge(garbage, await certificate('root'))).toEqual({ fault: 'malformed' })
  })

  it('is ignored when it is dated in the future (ARCHIVE-2)', async () => {
    const { statement } = remembering()
    now = new Date(Date.now() - 60 * 60_000)
    expect(await statement('asked')).toEqual({ fault: 'out_of_date' })
    expect(await statement('listed')).toEqual({ fault: 'out_of_date' })
  })

  it('is used no longer than its validity, and refreshed after a day (ARCHIVE-2)', async () => {
    const { statement } = remembering()
    now = new Date()
    await statement('asked')
    await statement('asked')
    expect(ca.asked).toEqual(['/ocsp'])
    ca.ocsp = 'stale'
    now = new Date(Date.now() + dayMs + 1)
    expect(await statement('asked')).toMatchObject({ status: 'good' })
    expect(ca.asked).toEqual(['/ocsp', '/ocsp'])
    now = new Date(Date.now() + 8 * dayMs)
    expect(await statement('asked')).toEqual({ fault: 'out_of_date' })
  })

  it('is fetched once for simultaneous callers (ARCHIVE-16)', async () => {
    const { statement } = remembering()
    now = new Date()
    const answers = await Promise.all(Array.from({ length: 8 }, () => statement('asked')))
    expect(answers).toEqual(Array.from({ length: 8 }, () => expect.objectContaining({ status: 'good' })))
    expect(ca.asked).toEqual(['/ocsp'])
  })

  it('is awaited until one deadline, however many addresses are silent (ARCHIVE-16)', {
    timeout: 30_000,
  }, async () => {
    ca.ocsp = 'hang'
    const { statement } = remembering(4000)
    expect(await statement('many')).toEqual({ fault: 'unreachable' })
    expect(ca.asked).toHaveLength(8)
  })

  it('is not awaited while its authority is silent (ARCHIVE-16)', { timeout: 120_000 }, async () => {
    const { statement } = remembering(600_000)
    now = new Date()
    ca.ocsp = 'server_error'
    expect(await statement('asked')).toEqual({ fault: 'unreachable' })
    // Waiting for this response would take longer than the test's timeout.
    ca.ocsp = 'hang'
    now = new Date(now.getTime() + minuteMs - 1)
    expect(await statement('asked')).toEqual({ fault: 'unreachable' })
    now = new Date(now.getTime() + 1)
    for (let times = 0; times < 3; times += 1)
      expect(await statement('asked')).toEqual({ fault: 'unreachable' })
    await expect.poll(() => ca.asked).toHaveLength(2)
  })

  it('is available again a minute later, once its authority answers (ARCHIVE-16)', async () => {
    const { statement } = remembering()
    now = new Date()
    ca.ocsp = 'server_error'
    expect(await statement('asked')).toEqual({ fault: 'unreachable' })
    ca.ocsp = 'honest'
    expect(await statement('asked')).toEqual({ fault: 'unreachable' })
    now = new Date(now.getTime() + minuteMs)
    await expect.poll(() => statement('asked')).toMatchObject({ status: 'good' })
  })

  it('is used for at most a week while the authority is silent (ARCHIVE-2)', async () => {
    const { statement } = remembering()
    ca.listDays = 30
    now = new Date()
    const start = now.getTime()
    expect(await statement('listed')).toMatchObject({ status: 'good' })
    ca.crl = 'server_error'
    now = new Date(start + 7 * dayMs - 1)
    expect(await statement('listed')).toMatchObject({ status: 'good' })
    now = new Date(start + 7 * dayMs)
    expect(await statement('listed')).toEqual({ fault: 'unreachable' })
  })

  it('is requested at most once a minute when a current one is required (ARCHIVE-17)', async () => {
    const { statement } = remembering()
    now = new Date()
    await statement('asked')
    await statement('asked', { refresh: true })
    expect(ca.asked).toHaveLength(1)
    now = new Date(now.getTime() + minuteMs)
    await statement('asked')
    expect(ca.asked).toHaveLength(1)
    await statement('asked', { refresh: true })
    expect(ca.asked).toHaveLength(2)
  })

  it('is requested again after a minute while the certificate is suspended (ARCHIVE-18)', async () => {
    await ca.issue('suspended', 'sealing_ocsp')
    await ca.revoke('suspended', 'certificateHold')
    const { statement } = remembering()
    now = new Date()
    expect(await statement('suspended')).toMatchObject({ status: 'held' })
    await ca.release('suspended')
    now = new Date(now.getTime() + minuteMs - 1)
    expect(await statement('suspended')).toMatchObject({ status: 'held' })
    now = new Date(now.getTime() + 1)
    expect(await statement('suspended')).toMatchObject({ status: 'good' })
  })

  it('comes from the list when the responder gives no usable answer (ARCHIVE-2)', async () => {
    ca.ocsp = 'server_error'
    expect(await ask('both')).toEqual({ status: 'good', kind: 'crls' })
    ca.ocsp = 'honest'
    expect(await ask('both')).toEqual({ status: 'good', kind: 'ocsps' })
  })

  it('reports a revocation (ARCHIVE-2)', async () => {
    for (const name of ['asked', 'listed']) await ca.revoke(name)
    expect(await ask('asked')).toEqual({ status: 'revoked', kind: 'ocsps' })
    expect(await ask('listed')).toEqual({ status: 'revoked', kind: 'crls' })
  })

  it('reports a suspension, and is malformed with a reason that lists may not contain (ARCHIVE-18)', async () => {
    for (const name of ['held', 'held-listed']) await ca.revoke(name, 'certificateHold')
    expect(await ask('held')).toEqual({ status: 'held', kind: 'ocsps' })
    expect(await ask('held-listed')).toEqual({ status: 'held', kind: 'crls' })
    for (const name of ['held', 'held-listed']) await ca.release(name)
    expect(await ask('held')).toEqual({ status: 'good', kind: 'ocsps' })
    expect(await ask('held-listed')).toEqual({ status: 'good', kind: 'crls' })
    for (const name of ['removed', 'removed-listed']) await ca.revoke(name, 'removeFromCRL')
    expect(await ask('removed')).toEqual({ fault: 'malformed' })
    expect(await ask('removed-listed')).toEqual({ fault: 'malformed' })
  })
})
