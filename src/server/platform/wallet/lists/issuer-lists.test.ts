import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../../../../simulators/wallet/certificates.ts'
import type { Logger } from '../../../platform/logging/index.ts'
import { type ListSigner, makeListSigner, signList, writeList } from '../../../testing/issuer-list.ts'
import { type Listening, serveHere } from '../../../testing/listen-here.ts'
import { testAppForFile } from '../../../testing/test-app.ts'
import { sql } from '../../database/index.ts'
import { createOutgoingFetch } from '../../outgoing/index.ts'
import { createWallets } from '../index.ts'
import { createIssuerLists } from './issuer-lists.ts'
import { maxListBytes } from './verify-list.ts'

const type = 'eu.europa.ec.av.1'
const test = testAppForFile()
const dayMs = 24 * 60 * 60_000
const hourMs = 60 * 60_000

/** What the address of the list answers. */
let answer: () => Response | Promise<Response> = () => new Response()
let asked = 0
let site: Listening
beforeAll(async () => {
  site = await serveHere({
    fetch: (request) => {
      if (new URL(request.url).pathname === '/secret') return new Response('followed')
      asked += 1
      return answer()
    },
  })
  return () => site.close()
})

let signer: ListSigner
let lines: unknown[][] = []
beforeEach(async () => {
  signer = await makeListSigner()
  lines = []
  asked = 0
  await test.database.run(sql`DELETE FROM wallet_lists`)
})

const note = (...line: unknown[]) => void lines.push(line)
const logger = { info: note, warn: note, error: note } as unknown as Logger

/** The lists as a process has them that starts now. */
function start(given: { signers?: ListSigner[]; address?: string } = {}) {
  const fetch = createOutgoingFetch({ callsThisMachine: true, timeoutMs: 30_000, maxBytes: maxListBytes })
  const { signers = [signer], address = `${site.origin}/av-tl.xml` } = given
  return createIssuerLists(
    [{ credentialType: type, address, signers: signers.map(({ certificate }) => certificate) }],
    { database: test.database, clock: test.clock, logger, fetch },
  )
}

const later = (days: number) => new Date(test.clock.now().getTime() + days * dayMs)

/** Publishes a list with one authority, named after the list's number. */
async function publish(number: number, { by = signer, nextUpdate = later(90) } = {}) {
  const name = { country: 'EU', organisation: `Issuer ${number}`, commonName: 'Issuer' }
  const { pem: certificate } = await makeCertificate({ name, from: later(-1), until: later(999) })
  const list = await signList(writeList({ number, nextUpdate, services: [{ certificate }] }), by)
  answer = () => new Response(list)
}

const listIssuers = (lists: ReturnType<typeof start>) =>
  lists.findAnchors(type).map(({ subject }) => /O=(.*)/.exec(subject)?.[1])

async function fetchNow(lists: ReturnType<typeof start>) {
  test.clock.advance(dayMs)
  await lists.fetchDue()
  return listIssuers(lists)
}

describe('the list of issuers of a kind', () => {
  it('is fetched once a day, and its issuers are trusted like roots (WALLET-19)', async () => {
    await publish(17)
    const lists = start()
    const wallets = createWallets({ roots: new Map(), lists, origin: 'https://assent.example' })
    expect(wallets.offered).toEqual([])
    await lists.fetchDue()
    expect(listIssuers(lists)).toEqual(['Issuer 17'])
    expect(wallets.offered).toEqual([type])
    expect(lists.findAnchors('org.iso.18013.5.1.mDL')).toEqual([])
    for (let hour = 1; hour <= 24; hour += 1) {
      test.clock.advance(hourMs)
      await lists.fetchDue()
    }
    expect(asked).toBe(2)
  })

  it('is kept across a restart, and reaches every process (WALLET-19)', async () => {
    await publish(17)
    const [one, other] = [start(), start()]
    await one.fetchDue()
    expect(listIssuers(other)).toEqual([])
    await other.reload()
    expect(listIssuers(other)).toEqual(['Issuer 17'])
    await other.fetchDue()
    expect(asked).toBe(1)
  })

  it('is replaced by the same or a newer one, never by an older one (WALLET-19)', async () => {
    const lists = start()
    await publish(17)
    expect(await fetchNow(lists)).toEqual(['Issuer 17'])
    await publish(16)
    expect(await fetchNow(lists)).toEqual(['Issuer 17'])
    expect(lines.at(-1)).toEqual([
      { credentialType: type, refusal: 'older' },
      'a list of issuers was refused',
    ])
    const [{ updated }] = (await test.database.rows(
      sql`SELECT sequence_number = 17 AS updated FROM wallet_lists`,
    )) as [{ updated: boolean }]
    expect(updated).toBe(true)
    await publish(17)
    expect(await fetchNow(lists)).toEqual(['Issuer 17'])
    expect(lines.at(-1)?.[1]).toBe('a list of issuers was taken')
    await publish(18)
    expect(await fetchNow(lists)).toEqual(['Issuer 18'])
    await publish(9)
    expect(await fetchNow(start())).toEqual(['Issuer 18'])
  })

  it('stays the newest of ten that arrive at once (WALLET-19)', async () => {
    const published: (typeof answer)[] = []
    for (const number of [3, 5, 1, 4, 2]) {
      await publish(number)
      published.push(answer)
    }
    answer = () => (published[asked % 5] ?? answer)()
    await Promise.all(Array.from({ length: 10 }, () => start().fetchDue()))
    const lists = start()
    await lists.reload()
    expect(listIssuers(lists)).toEqual(['Issuer 5'])
  })

  it('is refused if it has expired, and counts for 30 days after its next update (WALLET-20)', async () => {
    const lists = start()
    const nextUpdate = later(10)
    await publish(17, { nextUpdate })
    await lists.fetchDue()
    expect(lists.findWarning()).toBeNull()
    test.clock.set(new Date(nextUpdate.getTime() - 1))
    expect(lists.findWarning()).toBeNull()
    test.clock.set(nextUpdate)
    expect(lists.findWarning()).toContain(
      `should have been replaced by ${nextUpdate.toISOString().slice(0, 10)}, and its issuers are trusted until`,
    )
    await lists.fetchDue()
    expect(lines.at(-1)).toEqual([
      { credentialType: type, refusal: 'outdated' },
      'a list of issuers was refused',
    ])
    test.clock.set(new Date(nextUpdate.getTime() + 30 * dayMs - 1))
    expect(listIssuers(lists)).toEqual(['Issuer 17'])
    test.clock.advance(1)
    expect(listIssuers(lists)).toEqual([])
    expect(lists.findWarning()).toContain('have not been trusted since')
    const restarted = start()
    await restarted.reload()
    expect(listIssuers(restarted)).toEqual([])
    await publish(18)
    await lists.fetchDue()
    expect([listIssuers(lists), lists.findWarning()]).toEqual([['Issuer 18'], null])
  })

  it('is refused under a certificate that isn’t valid, and taken under the next one (WALLET-19)', async () => {
    const ended = await makeListSigner({ until: later(-1) })
    const next = await makeListSigner({ from: later(5) })
    const lists = start({ signers: [ended, signer, next] })
    for (const by of [ended, next]) {
      await publish(17, { by })
      expect(await fetchNow(lists)).toEqual([])
      expect(lines.at(-1)).toEqual([
        { credentialType: type, refusal: 'signature_wrong' },
        'a list of issuers was refused',
      ])
    }
    test.clock.advance(5 * dayMs)
    expect(await fetchNow(lists)).toEqual(['Issuer 17'])
  })

  it('counts no more once its signer or its address is another one in the file (WALLET-19)', async () => {
    await publish(17)
    await start().fetchDue()
    const successor = await makeListSigner()
    const changed = start({ signers: [successor] })
    await changed.reload()
    expect(listIssuers(changed)).toEqual([])
    expect(changed.findWarning()).toContain('was not fetched yet')
    // The former signer may have been anyone, so their number doesn't count either.
    await publish(3, { by: successor })
    expect(await fetchNow(changed)).toEqual(['Issuer 3'])
    const moved = start({ signers: [successor], address: `${site.origin}/moved.xml` })
    await moved.reload()
    expect(listIssuers(moved)).toEqual([])
    await publish(2, { by: successor })
    expect(await fetchNow(moved)).toEqual(['Issuer 2'])
  })

  it.each([
    ['of 50 MB', () => new Response(new Uint8Array(50_000_000))],
    ['that is not there', () => new Response('', { status: 404 })],
    ['that is elsewhere', () => new Response('', { status: 302, headers: { location: '/secret' } })],
    ['that is empty', () => new Response('')],
    ['that is a page', () => new Response('<!DOCTYPE html><p>Sign in</p>')],
  ])(
    'stays in force beside an answer %s, and is asked for again in an hour (WALLET-19)',
    async (_, other) => {
      await publish(17)
      const lists = start()
      await lists.fetchDue()
      answer = other
      expect(await fetchNow(lists)).toEqual(['Issuer 17'])
      expect(lines.at(-1)?.[1]).toMatch(/could not be fetched|was refused/)
      test.clock.advance(hourMs)
      await publish(18)
      await lists.fetchDue()
      expect(listIssuers(lists)).toEqual(['Issuer 18'])
    },
  )

  it('of another kind is refused, with the right signature (WALLET-19)', async () => {
    const other = await signList(writeList({ listType: 'https://trust.example/other' }), signer)
    answer = () => new Response(other)
    const lists = start()
    expect(await fetchNow(lists)).toEqual([])
    expect(lines.at(-1)?.[0]).toEqual({ credentialType: type, refusal: 'other_list' })
  })
})
