import { createServer, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listenHere } from '../../testing/listen-here.ts'
import {
  endpointPaths,
  type SimulatedVouchers,
  type StartOptions,
  startSimulatedVouchers,
  walkThrough,
} from '../../testing/simulated-voucher.ts'
import { openForFile } from '../../testing/test-app.ts'
import { createOutgoingFetch } from '../outgoing/index.ts'
import type { VoucherConfiguration } from './configuration.ts'
import { createVouchers, VoucherAway } from './index.ts'

const today = '2026-03-11'
const toAsked = (id: string, asksName = false) => ({
  ...{ id, asksName, today },
  redirectUri: `http://localhost:3000/voucher-return/${id}`,
})
const away = { refusal: 'provider_away', why: expect.any(String) }
const adult = {
  over18: true,
  name: null,
  by: { name: expect.any(String), kind: expect.any(String) },
  subject: expect.any(String),
  sha256: expect.any(String),
}

/** Begins and walks through the provider's pages; the answer is judged when the test says so. */
async function walk({ vouchers }: Pick<SimulatedVouchers, 'vouchers'>, id: string, day = today) {
  const { url, matter } = await vouchers.begin(toAsked(id))
  const answer = await walkThrough(url)
  return (by = vouchers) => by.judge({ ...toAsked(id), today: day }, matter, answer)
}
const vouch = async (...by: Parameters<typeof walk>) => (await walk(...by))()

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

async function start(options?: StartOptions): Promise<SimulatedVouchers> {
  const simulated = await startSimulatedVouchers(options)
  closing.push(() => simulated.close())
  return simulated
}

/** Answers at one path as a failing server does, until `restore`. */
function fail({ changes }: SimulatedVouchers, path: string, status = 503) {
  changes.answer = (context) => {
    if (context.path === path) Object.assign(context, { status, body: 'down' })
  }
}

describe('a provider that is away', () => {
  it.each(['discovery', 'par'] as const)(
    'gives no page, and is asked again: %s (VOUCHER-9)',
    async (name) => {
      const simulated = await start()
      fail(simulated, endpointPaths[name])
      await expect(simulated.vouchers.begin(toAsked('bank'))).rejects.toThrow(VoucherAway)
      simulated.restore()
      expect(await vouch(simulated, 'bank')).toEqual(adult)
    },
  )

  it.each([
    ['bank', 'token'],
    ['bank', 'userinfo'],
    ['bank', 'jwks'],
    ['age-key', 'jwks'],
  ] as const)('can’t be judged, and says so: %s, %s (VOUCHER-9)', async (id, name) => {
    const simulated = await start()
    const judge = await walk(simulated, id)
    fail(simulated, endpointPaths[name])
    expect(await judge()).toEqual(away)
    simulated.restore()
    expect(await vouch(simulated, id)).toEqual(adult)
  })

  it('is one that asks for patience, too (VOUCHER-9)', async () => {
    const simulated = await start()
    const judge = await walk(simulated, 'bank')
    fail(simulated, endpointPaths.token, 429)
    expect(await judge()).toEqual(away)
  })

  it.each(['invalid_client', 'unauthorized_client', 'invalid_request'])(
    'is one that refuses this product instead of the person, too: %s (VOUCHER-9)',
    async (error) => {
      const simulated = await start()
      const judge = await walk(simulated, 'bank')
      simulated.changes.answer = (context) => {
        if (context.path === endpointPaths.token)
          Object.assign(context, { status: error === 'invalid_client' ? 401 : 400, body: { error } })
      }
      expect(await judge()).toEqual({ refusal: 'provider_away', why: expect.stringContaining(error) })
    },
  )

  it('is one that refuses the connection (VOUCHER-9)', async () => {
    const simulated = await startSimulatedVouchers()
    const judge = await walk(simulated, 'bank')
    await simulated.close()
    expect(await judge()).toEqual(away)
    await expect(simulated.vouchers.begin(toAsked('age-key'))).rejects.toThrow(VoucherAway)
  })

  it('is one whose file was taken away (VOUCHER-9)', async () => {
    const simulated = await start()
    const judge = await walk(simulated, 'bank')
    const without = createVouchers([], () => Promise.reject(new Error('no calls')), { allowsHttp: true })
    expect(await judge(without)).toEqual(away)
    await expect(without.begin(toAsked('bank'))).rejects.toThrow(VoucherAway)
  })
})

const file: VoucherConfiguration = {
  id: 'bank',
  name: 'Bank',
  kind: 'bank',
  countries: [],
  issuer: 'https://bank.example',
  clientId: 'assent',
  clientSecret: 'secret',
  privateKey: null,
  flow: 'code',
  scopes: ['openid'],
  nameScopes: [],
  parameters: {},
  claimsFrom: 'id_token',
  age: { boolean: 'age_over_18', false: 'unknown' },
  names: null,
  required: { acr: ['high'] },
}

describe('what a provider says of itself', () => {
  /** A server in place of a provider, whose answer to every call is `answer`. */
  async function standIn(answer: (response: ServerResponse, url: string) => void) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      answer(response, request.url ?? '')
    })
    const { origin, close } = await listenHere(server)
    closing.push(close)
    return { issuer: origin, asked }
  }
  const call = createOutgoingFetch({ callsThisMachine: true, timeoutMs: 30_000, maxBytes: 1_000_000 })
  const begin = (issuer: string) =>
    createVouchers([{ ...file, issuer }], call, { allowsHttp: true }).begin(toAsked('bank'))
  const describeItself = (issuer: string, more = {}) =>
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...more,
    })
  const json = { 'content-type': 'application/json' }

  it('is refused if it has 5 MB (VOUCHER-9, RUN-51)', async () => {
    const padding = 'x'.repeat(5_000_000)
    const { issuer } = await standIn((response, url) =>
      response
        .writeHead(200, json)
        .end(describeItself(issuer, url.endsWith('configuration') ? { padding } : {})),
    )
    await expect(begin(issuer)).rejects.toThrow(VoucherAway)
    const small = await standIn((response) => response.writeHead(200, json).end(describeItself(small.issuer)))
    expect((await begin(small.issuer)).url).toMatch(`${small.issuer}/auth?`)
  })

  it('is refused if it is elsewhere, and nobody asks there (VOUCHER-9, RUN-51)', async () => {
    const other = await standIn((response) => response.writeHead(200, json).end(describeItself(other.issuer)))
    const { issuer } = await standIn((response, url) =>
      response.writeHead(302, { location: `${other.issuer}${url}` }).end(),
    )
    await expect(begin(issuer)).rejects.toThrow(VoucherAway)
    expect(other.asked).toEqual([])
  })

  it('is refused if it names another issuer, or no JSON (VOUCHER-3)', async () => {
    for (const text of [describeItself('https://other.example'), '<html>', '[]', '{}']) {
      const { issuer } = await standIn((response) => response.writeHead(200, json).end(text))
      await expect(begin(issuer)).rejects.toThrow(VoucherAway)
    }
  })

  it.each(['10.1.2.3', '127.0.0.1', '169.254.169.254', 'fd00::1'])(
    'isn’t asked for at the address %s (VOUCHER-9, RUN-51)',
    async (address) => {
      const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
      const limits = { timeoutMs: 30_000, maxBytes: 1_000_000 }
      const callPublic = createOutgoingFetch({ callsThisMachine: false, ...limits, resolve })
      const vouchers = createVouchers([file], callPublic, { allowsHttp: false })
      const refused = await vouchers.begin(toAsked('bank')).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(VoucherAway)
      expect(String(listCauses(refused))).toContain('no public address')
    },
  )

  it('sends nobody to a private address for the token (VOUCHER-9, RUN-51)', async () => {
    const asked: string[] = []
    const callSome = createOutgoingFetch({ callsThisMachine: false, timeoutMs: 30_000, maxBytes: 1_000_000 })
    const vouchers = createVouchers(
      [file],
      async (url, init) => {
        asked.push(String(url))
        if (!String(url).startsWith('https://bank.example/.well-known')) return callSome(url, init)
        const text = describeItself('https://bank.example', {
          token_endpoint: 'https://169.254.169.254/token',
        })
        return new Response(text, { headers: json })
      },
      { allowsHttp: false },
    )
    const { matter } = await vouchers.begin(toAsked('bank'))
    const query = new URLSearchParams({ code: 'x', state: matter.state }).toString()
    expect(await vouchers.judge(toAsked('bank'), matter, { query, fragment: '' })).toEqual(away)
    expect(asked.at(-1)).toBe('https://169.254.169.254/token')
  })

  function listCauses(error: unknown): string[] {
    return error instanceof Error ? [error.message, ...listCauses(error.cause)] : []
  }
})

describe('the keys of a provider', () => {
  /** Signs with another key from now on, and says so at its endpoint. */
  async function rotate(simulated: SimulatedVouchers, kid: string) {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const key: JWK = await exportJWK(privateKey)
    const shown = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
    simulated.changes.token = (token) => ({ ...token, header: { alg: 'ES256', kid }, key })
    simulated.changes.answer = (context) => {
      if (context.path === endpointPaths.jwks) context.body = { keys: [shown] }
    }
  }

  it.each(['bank', 'age-key'])(
    'are fetched again for a new one, once a minute at most: %s (VOUCHER-3)',
    async (id) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const simulated = await start()
      const countCalls = () => simulated.asked.get(endpointPaths.jwks) ?? 0
      expect(await vouch(simulated, id)).toEqual(adult)
      expect(await vouch(simulated, id)).toEqual(adult)
      expect(countCalls()).toBe(1)
      await rotate(simulated, 'second')
      expect(await vouch(simulated, id)).toEqual({ refusal: 'answer_invalid', why: expect.any(String) })
      expect(await vouch(simulated, id)).toEqual({ refusal: 'answer_invalid', why: expect.any(String) })
      expect(countCalls()).toBe(1)
      vi.setSystemTime(Date.now() + 61_000)
      expect(await vouch(simulated, id)).toEqual(adult)
      expect(countCalls()).toBe(2)
    },
  )
})

describe('a birth date', () => {
  const simulated = openForFile(() =>
    startSimulatedVouchers({
      editFile: (read) => ({ ...read, ...(read['kind'] === 'bank' ? byBirthDate : {}) }),
    }),
  )
  const byBirthDate = { age: { birthdate: ['person', 'birthdate'] } }
  const bornOn = (birthdate: unknown) => {
    simulated.changes.userinfo = (claims) => ({ ...claims, person: { birthdate } })
  }

  it('is judged on the person’s own day, and isn’t given on (VOUCHER-5)', async () => {
    bornOn('2008-03-12')
    expect(await vouch(simulated, 'bank', '2026-03-12')).toEqual(adult)
    expect(await vouch(simulated, 'bank', '2026-03-11')).toEqual({ ...adult, over18: false })
  })

  it.each([
    ['19750725'],
    ['2008-02-30'],
    ['0000-00-00'],
    [20080312],
    [null],
    [undefined],
    ['1975'],
    [['1975-07-25']],
  ])('that is %j is unknown (VOUCHER-4)', async (birthDate) => {
    bornOn(birthDate)
    expect(await vouch(simulated, 'bank')).toMatchObject({ refusal: 'age_unknown' })
  })
})

describe('a client', () => {
  it.each([['client_secret_basic'], ['client_secret_post'], [undefined]])(
    'sends its secret in the way that the provider takes: %s',
    async (method) => {
      const calls: { url: string; headers: Record<string, string>; body: string }[] = []
      const issuer = 'https://bank.example'
      const vouchers = createVouchers(
        [file],
        async (url, { headers = {}, body } = {}) => {
          calls.push({ url: String(url), headers, body: String(body) })
          const described = {
            ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
            ...(method ? { token_endpoint_auth_methods_supported: [method] } : {}),
          }
          return Response.json(described)
        },
        { allowsHttp: false },
      )
      const { matter } = await vouchers.begin(toAsked('bank'))
      const query = new URLSearchParams({ code: 'x', state: matter.state }).toString()
      await vouchers.judge(toAsked('bank'), matter, { query, fragment: '' })
      const exchange = calls.find(({ url }) => url.endsWith('/token'))
      const isPosted = method === 'client_secret_post'
      expect(exchange?.body.includes('client_secret=secret')).toBe(isPosted)
      expect(exchange?.headers['authorization']).toBe(isPosted ? undefined : `Basic ${btoa('assent:secret')}`)
      expect(exchange?.body).toContain(`code_verifier=${matter.codeVerifier}`)
    },
  )
})
