import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { authForFile, registration, type TestSession, takeAddress } from '../../testing/auth-caller.ts'

const { test, auth } = authForFile()
let session: TestSession
beforeAll(async () => {
  session = await auth.signUp(takeAddress(test, 'ann'))
})

type Parts = { header: Record<string, unknown>; claims: Record<string, unknown>; signature: string }

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function splitToken(token: string): Parts {
  const [header, claims, signature = ''] = token.split('.')
  return { header: decode(header), claims: decode(claims), signature }
}

const unsigned = ({ header, claims }: Omit<Parts, 'signature'>) => `${encode(header)}.${encode(claims)}`

async function foreignToken(
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'ES256', jwk }).sign(privateKey)
}

describe('a forged access token', () => {
  const forgeries: [string, (parts: Parts) => string | Promise<string>][] = [
    ['alg none', ({ header, claims }) => `${unsigned({ header: { ...header, alg: 'none' }, claims })}.`],
    [
      'alg none with the old signature',
      ({ header, claims, signature }) =>
        `${unsigned({ header: { ...header, alg: 'none' }, claims })}.${signature}`,
    ],
    [
      'HS256 with the public key as its secret',
      ({ header, claims }) => {
        const [jwk] = test.platform.signing.listKeys().keys
        const pem = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({
          type: 'spki',
          format: 'pem',
        })
        const text = unsigned({ header: { ...header, alg: 'HS256' }, claims })
        return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`
      },
    ],
    [
      'HS256 with the published JWK as its secret',
      ({ header, claims }) => {
        const text = unsigned({ header: { ...header, alg: 'HS256' }, claims })
        const secret = JSON.stringify(test.platform.signing.listKeys().keys[0])
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      },
    ],
    ['a foreign key under our kid', ({ header, claims }) => foreignToken(header, claims)],
    ['a foreign key under its own kid', ({ claims }) => foreignToken({ kid: 'mine', typ: 'JWT' }, claims)],
    ['a foreign key without kid', ({ claims }) => foreignToken({ typ: 'JWT' }, claims)],
    [
      'a foreign key behind jku',
      ({ header, claims }) => foreignToken({ ...header, jku: 'http://localhost:1/jwks.json' }, claims),
    ],
    [
      'another subject under the old signature',
      ({ header, claims, signature }) =>
        `${unsigned({ header, claims: { ...claims, sub: crypto.randomUUID() } })}.${signature}`,
    ],
    [
      'a later end under the old signature',
      ({ header, claims, signature }) =>
        `${unsigned({ header, claims: { ...claims, exp: Number(claims['exp']) + 1 } })}.${signature}`,
    ],
    [
      'an unknown critical header',
      ({ header, claims, signature }) =>
        `${unsigned({ header: { ...header, crit: ['x'], x: 1 }, claims })}.${signature}`,
    ],
    ['no signature', ({ header, claims }) => `${unsigned({ header, claims })}.`],
    ['nonsense', () => 'a.b.c'],
    ['one word', () => 'token'],
    ['the refresh token', () => session.refreshToken],
  ]

  it.each(forgeries)('with %s is bad_jwt (AUTH-18)', async (_, forge) => {
    const token = await forge(splitToken(session.accessToken))
    const answer = await auth.user(token)
    expect(answer.status).toBe(403)
    expect(answer.body['code']).toBe('bad_jwt')
    expect(answer.body['message']).toMatch(/^invalid JWT: unable to parse or verify signature/)
    expect((await auth.call('GET', '/api/profile', { token })).status).toBe(401)
  })
})

describe('a token of this service', () => {
  it('expires exactly on time', async () => {
    test.clock.advance(3599 * 1000)
    expect((await auth.user(session.accessToken)).status).toBe(200)
    test.clock.advance(1000)
    expect((await auth.user(session.accessToken)).body['code']).toBe('bad_jwt')
  })

  it('is refused without a session, for another service, or from another issuer (SESSION-7, AUTH-18)', async () => {
    const { claims } = splitToken(session.accessToken)
    const sign = (more: Record<string, unknown>) =>
      test.platform.signing.signAccessToken(
        { sub: String(claims['sub']), session_id: String(claims['session_id']), ...more },
        test.clock.now(),
        3600,
      )
    const without = await sign({ session_id: undefined })
    expect((await auth.user(without)).body['code']).toBe('bad_jwt')
    const unknown = await sign({ session_id: crypto.randomUUID() })
    expect((await auth.user(unknown)).body).toMatchObject({
      code: 'session_not_found',
      message: 'Session from session_id claim in JWT does not exist',
    })
    const userless = await sign({ sub: crypto.randomUUID() })
    expect((await auth.user(userless)).body).toMatchObject({ code: 'user_not_found' })
    const odd = await auth.user(await sign({ sub: '1234567890' }))
    expect(odd.status).toBe(400)
    expect((await auth.user(await sign({}))).status).toBe(200)
  })

  it('does not open another person’s session', async () => {
    const other = await auth.signUp('bob@example.org')
    const { claims } = splitToken(session.accessToken)
    const mixed = await test.platform.signing.signAccessToken(
      { sub: other.userId, session_id: String(claims['session_id']) },
      test.clock.now(),
      3600,
    )
    expect((await auth.user(mixed)).body['code']).toBe('session_not_found')
  })

  it('stops working after a ban (AUTH-18)', async () => {
    const { accessToken } = await auth.signUp('banned@example.org')
    await test.database.run(
      sql`UPDATE users SET banned_until = '2999-01-01' WHERE email = 'banned@example.org'`,
    )
    const answer = await auth.user(accessToken)
    expect(answer.status).toBe(403)
    expect(answer.body['code']).toBe('user_banned')
    expect((await auth.call('GET', '/api/profile', { token: accessToken })).status).toBe(401)
  })
})

it.each([undefined, '', 'Basic YTpi', 'Bearer', 'Bearer '])(
  'asks for a bearer token when the header is %j (AUTH-18)',
  async (header) => {
    const answer = await auth.call(
      'GET',
      '/auth/v1/user',
      header === undefined ? {} : { headers: { Authorization: header } },
    )
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({
      code: 'no_authorization',
      message: 'This endpoint requires a valid Bearer token',
    })
  },
)

it('publishes only the public key, cacheable for ten minutes (AUTH-3)', async () => {
  const answer = await auth.call('GET', '/auth/v1/.well-known/jwks.json')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
  expect(answer.body).toEqual({
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
        kid: splitToken(session.accessToken).header['kid'],
        x: expect.any(String),
        y: expect.any(String),
      },
    ],
  })
})

it('an access token contains no birth date, address, sex or phone, but the user in the answer does (AUTH-3)', async () => {
  const email = takeAddress(test, 'eve')
  await auth.signUp(email)
  const answer = await auth.signIn(email)
  const { claims } = splitToken(String(answer.body['access_token']))
  const told = JSON.stringify(claims)
  for (const detail of Object.values(registration)) expect(told).not.toContain(detail)
  expect(claims['user_metadata']).toEqual({})
  expect(answer.body['user']).toMatchObject({ user_metadata: registration })
})
