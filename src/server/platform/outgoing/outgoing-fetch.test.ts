import type { LookupAddress } from 'node:dns'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../../../simulators/wallet/certificates.ts'
import { writeKeyPem } from '../../../../simulators/wallet/reader-certificates.ts'
import { listenHere } from '../../testing/listen-here.ts'
import { createOutgoingFetch } from './index.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const listening = await listenHere(createServer(answer))
  closing.push(() => listening.close())
  return listening
}

const limits = { timeoutMs: 30_000, maxBytes: 1000 }
const resolvesTo =
  (...addresses: string[]) =>
  async (): Promise<LookupAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** As a server for other people makes calls, with a name that resolves to these addresses. */
const callPublic = (url: string, ...addresses: string[]) =>
  createOutgoingFetch({ callsThisMachine: false, ...limits, resolve: resolvesTo(...addresses) })(url)

const callHere = createOutgoingFetch({ callsThisMachine: true, ...limits })

const notPublic = [
  ['0.0.0.0', 'this network'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'behind a carrier (CGNAT)'],
  ['127.0.0.1', 'this machine'],
  ['127.8.9.1', 'this machine'],
  ['169.254.169.254', 'link-local, the metadata of a cloud'],
  ['172.31.255.255', 'private'],
  ['192.0.0.170', 'reserved'],
  ['192.168.0.1', 'private'],
  ['198.18.0.1', 'for benchmarks'],
  ['203.0.113.1', 'for documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'this machine'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:a01:203', 'IPv4-mapped'],
  ['64:ff9b::a00:1', 'translated to IPv4'],
  ['64:ff9b:1::a00:1', 'translated to IPv4, locally'],
  ['2001:db8::1', 'for documentation'],
  ['2002:7f00:1::', '6to4'],
  ['2001::1', 'Teredo'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'unique local, the metadata of a cloud'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
]

describe('a call to an address that another party chose', () => {
  it.each(notPublic)('goes to no address that is not public: %s, %s (RUN-51)', async (address) => {
    await expect(callPublic('https://named.example/', address)).rejects.toThrow('no public address')
    const literal = address.includes(':') ? `[${address}]` : address
    await expect(callPublic(`https://${literal}/`)).rejects.toThrow('no public address')
  })

  it.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://localhost/',
    'https://localhost./',
  ])('isn’t misled by another spelling of this machine: %s (RUN-51)', async (url) => {
    const call = createOutgoingFetch({ callsThisMachine: false, ...limits })
    await expect(call(url)).rejects.toThrow(/no public address|ENOTFOUND|EAI_AGAIN/)
  })

  it.each([true, false])(
    'goes over https only, and over http to this machine alone: %s (RUN-51)',
    async (callsThisMachine) => {
      const resolve = resolvesTo('192.0.43.8', '10.1.2.3')
      const call = createOutgoingFetch({ callsThisMachine, ...limits, resolve })
      for (const url of ['http://public.example/', 'ftp://public.example/', 'file:///etc/passwd'])
        await expect(call(url)).rejects.toThrow(/only https|no public address/)
    },
  )

  it('connects only to the address that was checked, also when the name leads elsewhere a moment later (RUN-51)', async () => {
    const hosts: (string | undefined)[] = []
    const { port } = await startServer((request, response) => {
      hosts.push(request.headers.host)
      response.end('here')
    })
    const answers = [['127.0.0.1'], ['10.1.2.3']]
    const call = createOutgoingFetch({
      callsThisMachine: true,
      ...limits,
      resolve: () => resolvesTo(...(answers.shift() ?? []))(),
    })
    // Resolves once: a second look would find the private address.
    expect(await (await call(`http://named.example:${port}/`)).text()).toBe('here')
    expect(hosts).toEqual([`named.example:${port}`])
    await expect(call(`http://named.example:${port}/`)).rejects.toThrow('no public address')
    expect(hosts).toHaveLength(1)
  })

  it('leaves out the addresses of a name that are not public (RUN-51)', async () => {
    const { port } = await startServer((_, response) => response.end('here'))
    const resolve = resolvesTo('10.1.2.3', '127.0.0.1', '::ffff:10.1.2.3')
    const call = createOutgoingFetch({ callsThisMachine: true, ...limits, resolve })
    expect(await (await call(`http://named.example:${port}/`)).text()).toBe('here')
  })

  it('follows no redirect (RUN-51)', async () => {
    const asked: (string | undefined)[] = []
    const { origin } = await startServer((request, response) => {
      asked.push(request.url)
      response.writeHead(302, { location: '/secret' }).end('elsewhere')
    })
    const answer = await callHere(`${origin}/`)
    expect([answer.status, answer.headers.get('location'), answer.ok]).toEqual([302, '/secret', false])
    expect(asked).toEqual(['/'])
  })

  it('takes an answer of the allowed length, and no longer one (RUN-51)', async () => {
    const { origin } = await startServer((request, response) => {
      response.write('x'.repeat(999))
      response.end('x'.repeat(request.url === '/long' ? 2 : 1))
    })
    expect((await (await callHere(`${origin}/`)).arrayBuffer()).byteLength).toBe(1000)
    await expect(callHere(`${origin}/long`)).rejects.toThrow('more than 1000 bytes')
  })

  it('gives up a name, a server and an answer that take too long (RUN-51)', async () => {
    const silent = await startServer(() => {})
    const halting = await startServer((_, response) => response.write('x'))
    const call = createOutgoingFetch({ callsThisMachine: true, ...limits, timeoutMs: 50 })
    for (const { origin } of [silent, halting])
      await expect(call(`${origin}/`)).rejects.toMatchObject({ name: 'TimeoutError' })
    const resolve = () => new Promise<LookupAddress[]>(() => {})
    await expect(
      createOutgoingFetch({ callsThisMachine: false, ...limits, timeoutMs: 50, resolve })(
        'https://a.example/',
      ),
    ).rejects.toMatchObject({ name: 'TimeoutError' })
    const given = AbortSignal.abort(new Error('no longer wanted'))
    await expect(callHere(`${halting.origin}/`, { signal: given })).rejects.toThrow('no longer wanted')
  })

  it('sends method, headers and body as they were given', async () => {
    const { origin } = await startServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const { method, url, headers } = request
      response.end(
        JSON.stringify({ method, url, type: headers['content-type'], body: Buffer.concat(parts).toString() }),
      )
    })
    const body = new URLSearchParams({ a: 'b c' })
    const answer = await callHere(`${origin}/token?x=1`, { method: 'POST', body })
    expect(await answer.json()).toEqual({
      method: 'POST',
      url: '/token?x=1',
      type: 'application/x-www-form-urlencoded',
      body: 'a=b+c',
    })
  })

  it('checks the certificate for the name at any address (RUN-51)', async () => {
    const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 86_400_000)]
    const name = { country: 'UT', organisation: 'Example', commonName: 'Example' }
    const root = await makeCertificate({ name, from, until })
    // Its purpose is TLS Web Server Authentication.
    const leaf = await makeCertificate({
      name: { ...name, commonName: 'right.example' },
      from,
      until,
      issuer: root,
      purposes: ['1.3.6.1.5.5.7.3.1'],
      hosts: ['right.example'],
    })
    const server = createTlsServer({ key: writeKeyPem(leaf), cert: leaf.pem + root.pem }, (_, response) =>
      response.end('safe'),
    )
    const { port, close } = await listenHere(server as unknown as Server)
    closing.push(close)
    const resolve = resolvesTo('127.0.0.1')
    const call = createOutgoingFetch({ callsThisMachine: true, ...limits, resolve })
    await expect(call(`https://right.example:${port}/`)).rejects.toThrow('self-signed certificate')
    const known = getCACertificates('default')
    closing.push(() => setDefaultCACertificates(known))
    setDefaultCACertificates([...known, root.pem])
    expect(await (await call(`https://right.example:${port}/`)).text()).toBe('safe')
    await expect(call(`https://wrong.example:${port}/`)).rejects.toThrow('does not match certificate')
  })
})
