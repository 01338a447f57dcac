import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type ChangedToken,
  endpointPaths,
  type Press,
  startSimulatedVouchers,
  walkThrough,
} from '../../testing/simulated-voucher.ts'
import { openForFile } from '../../testing/test-app.ts'
import type { VoucherAnswer, Vouchers } from './index.ts'

const publicUrl = 'http://localhost:3000'
const toAsked = (id: string, asksName = false) => ({
  id,
  asksName,
  redirectUri: `${publicUrl}/voucher-return/${id}`,
})

type Way = {
  asksName?: boolean
  today?: string
  press?: Press
  name?: string
  /** Changes the address before the browser opens it, as its person can. */
  edit?: (address: URLSearchParams) => void
  /** Changes the parameters that the browser brings back. */
  bring?: (answer: VoucherAnswer) => VoucherAnswer
}

/** Begins, walks through the provider's pages, and judges what came back. */
async function vouch(
  { vouchers }: { vouchers: Vouchers },
  id: string,
  { asksName = false, today = '2026-03-11', press, name, edit, bring = (answer) => answer }: Way = {},
) {
  const { url, matter } = await vouchers.begin(toAsked(id, asksName))
  const address = new URL(url)
  edit?.(address.searchParams)
  const answer = await walkThrough(address.href, press, name)
  return vouchers.judge({ ...toAsked(id, asksName), today }, matter, bring(answer))
}

const invalid = { refusal: 'answer_invalid', why: expect.any(String) }
const unknown = { refusal: 'age_unknown' }
const away = { refusal: 'provider_away', why: expect.any(String) }
const adult = {
  over18: true,
  by: { name: expect.any(String), kind: expect.any(String) },
  name: null,
  subject: expect.any(String),
  sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
}
const both = ['bank', 'age-key']

/** A change of a query or fragment, whichever has the answer. */
const inAnswer = (change: (fields: URLSearchParams) => void) => (answer: VoucherAnswer) => {
  const part = answer.query ? 'query' : 'fragment'
  const fields = new URLSearchParams(answer[part])
  change(fields)
  return { ...answer, [part]: fields.toString() }
}

const simulated = openForFile(() => startSimulatedVouchers())
afterEach(() => simulated.restore())

describe('a bank and an age key that vouch', () => {
  it('say that a person is 18 or over, and the bank also the name if it is asked for (VOUCHER-2)', async () => {
    expect(await vouch(simulated, 'bank')).toEqual(adult)
    expect(await vouch(simulated, 'age-key')).toEqual(adult)
    const named = await vouch(simulated, 'bank', { asksName: true, name: 'Anna Maria Nowak' })
    expect(named).toEqual({ ...adult, name: { givenNames: 'Anna Maria', surname: 'Nowak' } })
  })

  it('mean the same person twice at a bank, and never with an age key', async () => {
    const subject = async (id: string, name?: string) => {
      const vouched = await vouch(simulated, id, name ? { name } : {})
      return vouched && 'subject' in vouched && vouched.subject
    }
    expect(await subject('bank')).toBe(await subject('bank'))
    expect(await subject('bank')).not.toBe(await subject('bank', 'Anna Nowak'))
    expect(await subject('bank')).toMatch(new RegExp(`^${simulated.simulator.issuers.bank} \\w{24}$`))
    expect(await subject('age-key')).not.toBe(await subject('age-key'))
  })

  it('say that a person is under 18 only where false means that (VOUCHER-4)', async () => {
    const press = 'Continue as minor'
    expect(await vouch(simulated, 'bank', { press })).toMatchObject({ over18: false })
    expect(await vouch(simulated, 'age-key', { press })).toMatchObject(unknown)
  })

  it.each(both)('can be cancelled by the person: %s', async (id) => {
    expect(await vouch(simulated, id, { press: 'Cancel' })).toBeNull()
  })

  it('get a request with fresh secrets, which names no person and no request (VOUCHER-2)', async () => {
    const begin = async (id: string) => new URL((await simulated.vouchers.begin(toAsked(id))).url)
    expect([...(await begin('bank')).searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
    const [first, second] = [await begin('age-key'), await begin('age-key')]
    expect(Object.fromEntries(first.searchParams)).toEqual({
      client_id: 'assent',
      response_type: 'id_token',
      response_mode: 'fragment',
      scope: 'openid',
      redirect_uri: 'http://localhost:3000/voucher-return/age-key',
      claims: '{"age_thresholds":[18],"allowed_methods":["id_doc_scan"]}',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const name of ['state', 'nonce'])
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
  })
})

const seconds = () => Math.floor(Date.now() / 1000)
const withClaims = (claims: object) => (token: ChangedToken) => ({
  ...token,
  payload: { ...token.payload, ...claims },
})

describe('a token', () => {
  const changed: [string, (token: ChangedToken) => ChangedToken | string][] = [
    ['of another issuer', withClaims({ iss: 'https://other.example' })],
    ['for another nonce', withClaims({ nonce: 'another' })],
    ['without a nonce', withClaims({ nonce: undefined })],
    ['for another audience', withClaims({ aud: 'another' })],
    ['for several audiences and another party', withClaims({ aud: ['assent', 'another'], azp: 'another' })],
    ['that expired more than a minute ago', (token) => withClaims({ exp: seconds() - 61 })(token)],
    ['that never expires', withClaims({ exp: undefined })],
    ['that is made in the future', (token) => withClaims({ iat: seconds() + 120 })(token)],
    ['that isn’t valid yet', (token) => withClaims({ nbf: seconds() + 120 })(token)],
    ['that was made before the request', (token) => withClaims({ iat: seconds() - 16 * 60 })(token)],
    ['without a time', withClaims({ iat: undefined })],
    ['without a subject', withClaims({ sub: undefined })],
    ['of another subject type', withClaims({ sub: 7 })],
    ['that nobody signed', (token) => ({ ...token, header: { alg: 'none' } })],
    ['of an unknown key', (token) => ({ ...token, header: { ...token.header, kid: 'other' } })],
    ['that was changed after signing', () => 'e30.e30.e30'],
    ['that is no token', () => 'token'],
  ]
  describe.each(both)('of %s', (id) => {
    it.each(changed)('%s is refused (VOUCHER-3)', async (_, change) => {
      simulated.changes.token = change
      expect(await vouch(simulated, id)).toEqual(invalid)
    })

    it('signed by another key with the same name is refused (VOUCHER-3)', async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true })
      const key = await exportJWK(privateKey)
      simulated.changes.token = (token) => ({ ...token, key })
      expect(await vouch(simulated, id)).toEqual(invalid)
    })

    it('signed with a public key as a secret is refused (VOUCHER-3)', async () => {
      const k = Buffer.from('assent').toString('base64url').padEnd(43, 'A')
      simulated.changes.token = (token) => ({ ...token, header: { alg: 'HS256' }, key: { kty: 'oct', k } })
      expect(await vouch(simulated, id)).toEqual(invalid)
    })

    it('of an earlier request is refused (VOUCHER-3)', async () => {
      let earlier = ''
      const keyName = id === 'bank' ? 'bank' : 'age_key'
      const key = simulated.simulator.signingKeys[keyName]
      const signer = await importJWK(key, 'ES256')
      let pending = Promise.resolve('')
      simulated.changes.token = (token) => {
        pending = new SignJWT(token.payload).setProtectedHeader(token.header).sign(signer)
        return token
      }
      expect(await vouch(simulated, id)).toEqual(adult)
      earlier = await pending
      simulated.changes.token = () => earlier
      expect(await vouch(simulated, id)).toEqual(invalid)
    })

    it('is accepted for a minute after its end, and with a clock that is a minute ahead', async () => {
      simulated.changes.token = (token) => withClaims({ exp: seconds() - 30 })(token)
      expect(await vouch(simulated, id)).toEqual(adult)
      simulated.changes.token = (token) => withClaims({ iat: seconds() + 30 })(token)
      expect(await vouch(simulated, id)).toEqual(adult)
    })
  })
})

describe('an answer in the address', () => {
  it.each(both)('with another state, two or none is refused: %s (VOUCHER-3)', async (id) => {
    const changes: ((fields: URLSearchParams) => void)[] = [
      (fields) => fields.set('state', 'x'.repeat(43)),
      (fields) => fields.delete('state'),
      (fields) => fields.append('state', fields.get('state') ?? ''),
    ]
    for (const change of changes)
      expect(await vouch(simulated, id, { bring: inAnswer(change) })).toEqual(invalid)
  })

  it('without `iss` is refused, and so is one of another issuer (VOUCHER-3)', async () => {
    const without = inAnswer((fields) => fields.delete('iss'))
    const ofOther = inAnswer((fields) => fields.set('iss', 'https://other.example'))
    for (const [id, bring] of [
      ['bank', without],
      ['bank', ofOther],
      ['age-key', ofOther],
    ] as const)
      expect(await vouch(simulated, id, { bring })).toEqual(invalid)
    // Nor is it believed that the person cancelled.
    for (const id of both)
      for (const bring of [without, ofOther])
        expect(await vouch(simulated, id, { press: 'Cancel', bring })).toEqual(invalid)
  })

  it('with a token in the query is refused (VOUCHER-3)', async () => {
    const toQuery = ({ fragment }: VoucherAnswer) => ({ query: fragment, fragment: '' })
    expect(await vouch(simulated, 'age-key', { bring: toQuery })).toEqual(invalid)
    const toBoth = ({ fragment }: VoucherAnswer) => ({ query: fragment, fragment })
    expect(await vouch(simulated, 'age-key', { bring: toBoth })).toEqual(invalid)
    const added = inAnswer((fields) => fields.set('id_token', 'e30.e30.e30'))
    expect(await vouch(simulated, 'bank', { bring: added })).toEqual(invalid)
  })

  it('with the code of another request, a used one or none is refused (VOUCHER-3)', async () => {
    const { vouchers } = simulated
    const asked = { ...toAsked('bank'), today: '2026-03-11' }
    const [first, second] = [await vouchers.begin(asked), await vouchers.begin(asked)]
    const stolen = new URLSearchParams((await walkThrough(first.url)).query)
    const own = new URLSearchParams((await walkThrough(second.url)).query)
    const answer = own.toString()
    own.set('code', stolen.get('code') ?? '')
    const judge = (query: string) => vouchers.judge(asked, second.matter, { query, fragment: '' })
    expect(await judge(own.toString())).toEqual(invalid)
    expect(await judge(answer)).toEqual(adult)
    expect(await judge(answer)).toEqual(invalid)
    own.delete('code')
    expect(await judge(own.toString())).toEqual(invalid)
  })

  it('of one provider isn’t that of another (VOUCHER-3)', async () => {
    const { vouchers } = simulated
    const bank = await vouchers.begin(toAsked('bank'))
    const answer = await walkThrough(bank.url)
    const asked = { ...toAsked('age-key'), today: '2026-03-11' }
    expect(await vouchers.judge(asked, bank.matter, answer)).toEqual(invalid)
    const key = await vouchers.begin(toAsked('age-key'))
    const token = await walkThrough(key.url)
    expect(await vouchers.judge({ ...toAsked('bank'), today: '2026-03-11' }, key.matter, token)).toEqual(
      invalid,
    )
  })

  it('is explained to the operator without a value of it (VOUCHER-6)', async () => {
    for (const text of ['{"sub":"Sam', 'Sam O’Neill 1990-04-17']) {
      const token = `${Buffer.from(text).toString('base64url')}.e30.e30`
      simulated.changes.token = () => token
      const judged = await vouch(simulated, 'age-key')
      expect(judged).toEqual({ refusal: 'answer_invalid', why: expect.stringContaining('no JSON') })
      expect(JSON.stringify(judged)).not.toMatch(/Sam|1990/)
    }
  })

  it.each(both)('that is empty, nonsense or huge is refused: %s', async (id) => {
    for (const text of ['', '%', 'code', '=&=&', `code=${'x'.repeat(15_000)}`])
      expect(await vouch(simulated, id, { bring: () => ({ query: text, fragment: text }) })).toEqual(invalid)
  })

  it('that tells of a fault at the provider means that it is away', async () => {
    for (const error of ['server_error', 'temporarily_unavailable']) {
      const fails = inAnswer((fields) => fields.set('error', error))
      expect(await vouch(simulated, 'bank', { press: 'Cancel', bring: fails })).toEqual(away)
    }
  })

  it('that tells of a scope that isn’t alone, or of another fault of the request, is refused and explained', async () => {
    for (const [error, why] of [
      ['invalid_scope', '(invalid_scope)'],
      ['interaction_required', '(interaction_required)'],
      ['Sam O’Neill', 'is an error'],
    ] as const) {
      const other = inAnswer((fields) => fields.set('error', error))
      const judged = await vouch(simulated, 'bank', { press: 'Cancel', bring: other })
      expect(judged).toEqual({ refusal: 'answer_invalid', why: expect.stringContaining(why) })
      expect(JSON.stringify(judged)).not.toContain('Sam')
    }
  })
})

describe('a claim', () => {
  it.each([['true'], ['True'], [1], [[true]], [{ value: true }], [null], [undefined], ['false'], [0]])(
    'of age that is %j is unknown (VOUCHER-4)',
    async (value) => {
      simulated.changes.userinfo = (claims) => ({ ...claims, age_over_18: value })
      expect(await vouch(simulated, 'bank')).toMatchObject(unknown)
      simulated.changes.token = withClaims({ age_thresholds: { 18: value } })
      expect(await vouch(simulated, 'age-key')).toMatchObject(unknown)
    },
  )

  it.each([[{ 13: true }], [{ 21: true }], [[18]], ['18'], [true], [{ '18:true': true }], [undefined]])(
    'with the thresholds %j doesn’t say 18 (VOUCHER-4)',
    async (thresholds) => {
      simulated.changes.token = withClaims({ age_thresholds: thresholds })
      expect(await vouch(simulated, 'age-key')).toMatchObject(unknown)
    },
  )

  it.each([
    [undefined],
    [null],
    ['urn:simulated:low'],
    [''],
    [['urn:simulated:low']],
    [[]],
    [2],
    [{ 0: 'urn:simulated:substantial' }],
  ])(
    'of the level that is %j is refused, also if the userinfo endpoint has the right one (VOUCHER-4)',
    async (acr) => {
      simulated.changes.token = withClaims({ acr })
      simulated.changes.userinfo = (claims) => ({ ...claims, acr: 'urn:simulated:substantial' })
      expect(await vouch(simulated, 'bank')).toMatchObject({ refusal: 'method_refused' })
    },
  )

  it.each([['facial_age_estimation'], [['id_doc_scan', 'facial_age_estimation']], [undefined]])(
    'of the method that is %j is refused (VOUCHER-4)',
    async (method) => {
      simulated.changes.token = withClaims({ method })
      expect(await vouch(simulated, 'age-key')).toMatchObject({ refusal: 'method_refused' })
    },
  )

  it('of the userinfo endpoint about another subject is refused (VOUCHER-3)', async () => {
    for (const sub of ['another', undefined]) {
      simulated.changes.userinfo = (claims) => ({ ...claims, sub })
      expect(await vouch(simulated, 'bank')).toEqual(invalid)
    }
  })

  it('of the name that is missing, empty or no text is no name', async () => {
    for (const [given, family, name] of [
      [undefined, undefined, null],
      ['', ' ', null],
      [7, ['x'], null],
      ['Sam', undefined, { givenNames: 'Sam', surname: '' }],
    ]) {
      simulated.changes.userinfo = (claims) => ({ ...claims, given_name: given, family_name: family })
      expect(await vouch(simulated, 'bank', { asksName: true })).toMatchObject({ over18: true, name })
    }
  })
})

describe('a request that its person edits in their browser', () => {
  const unpushed = openForFile(() => startSimulatedVouchers({ hasPushedRequests: false }))

  it('for 13 instead of 18 proves nothing (VOUCHER-4)', async () => {
    const edit = (address: URLSearchParams) =>
      address.set('claims', JSON.stringify({ age_thresholds: [13], allowed_methods: ['id_doc_scan'] }))
    for (const press of ['Continue as adult', 'Continue as minor'] as const)
      expect(await vouch(unpushed, 'age-key', { edit, press })).toMatchObject(unknown)
  })

  it('without the allowed methods gets no estimate of a face accepted (VOUCHER-4)', async () => {
    const press = 'Estimate my age from my face'
    await expect(vouch(unpushed, 'age-key', { press })).rejects.toThrow('without the button')
    const edit = (address: URLSearchParams) => address.set('claims', '{"age_thresholds":[18]}')
    expect(await vouch(unpushed, 'age-key', { edit, press })).toMatchObject({ refusal: 'method_refused' })
    expect(
      await vouch(unpushed, 'age-key', { edit: (address) => address.delete('claims'), press }),
    ).toMatchObject({
      refusal: 'method_refused',
    })
  })

  it('without the level isn’t accepted (VOUCHER-4)', async () => {
    expect(await vouch(unpushed, 'bank', {})).toEqual(adult)
    const edit = (address: URLSearchParams) => address.delete('acr_values')
    expect(await vouch(unpushed, 'bank', { edit })).toMatchObject({ refusal: 'method_refused' })
  })

  it('without the scope of the age or of the name has none (VOUCHER-4)', async () => {
    const struck = (scope: string) => (address: URLSearchParams) =>
      address.set('scope', ['openid', 'age', 'profile'].filter((each) => each !== scope).join(' '))
    expect(await vouch(unpushed, 'bank', { edit: struck('age') })).toMatchObject(unknown)
    const unnamed = await vouch(unpushed, 'bank', { asksName: true, edit: struck('profile') })
    expect(unnamed).toEqual(adult)
    expect(await vouch(unpushed, 'bank', { edit: struck('openid') })).toEqual(invalid)
  })

  it('with another nonce, state or challenge is refused (VOUCHER-3)', async () => {
    const change = (name: string) => (address: URLSearchParams) => address.set(name, 'x'.repeat(43))
    for (const name of ['nonce', 'state', 'code_challenge'])
      expect(await vouch(unpushed, 'bank', { edit: change(name) }), name).toEqual(invalid)
    for (const name of ['nonce', 'state'])
      expect(await vouch(unpushed, 'age-key', { edit: change(name) }), name).toEqual(invalid)
  })

  it('can’t be edited where it is pushed (VOUCHER-2)', async () => {
    const edit = (address: URLSearchParams) => {
      address.set('scope', 'openid')
      address.set('acr_values', 'urn:simulated:low')
    }
    const before = simulated.asked.get(endpointPaths.par) ?? 0
    expect(await vouch(simulated, 'bank', { edit })).toEqual(adult)
    expect(simulated.asked.get(endpointPaths.par)).toBe(before + 1)
  })
})
