import { importJWK, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { addSigningKeys, createSigning, generateSigningKeys, hasFormerKeys } from './index.ts'

const issuer = 'https://app.example/auth/v1'
const now = new Date('2026-03-11T12:00:00Z')
const claims = { sub: 'someone', session_id: 'some-session' }
const keys = await generateSigningKeys()
const signing = await createSigning(keys, { issuer })

it('makes every token different, even within the same second', async () => {
  const one = await signing.signAccessToken(claims, now, 60)
  expect(await signing.signAccessToken(claims, now, 60)).not.toBe(one)
})

it('verifies its own tokens from their first second until just before their expiry', async () => {
  const token = await signing.signAccessToken(claims, now, 60)
  expect(await signing.verifyAccessToken(token, now)).toMatchObject({
    ...claims,
    iss: issuer,
    aud: 'authenticated',
  })
  expect(await signing.verifyAccessToken(token, new Date(now.getTime() + 59_999))).not.toBeNull()
  expect(await signing.verifyAccessToken(token, new Date(now.getTime() + 60_000))).toBeNull()
})

it('refuses tokens of another installation and of another issuer', async () => {
  const other = await createSigning(await generateSigningKeys(), { issuer })
  expect(await signing.verifyAccessToken(await other.signAccessToken(claims, now, 60), now)).toBeNull()
  const elsewhere = await createSigning(keys, { issuer: 'https://other.example/auth/v1' })
  expect(await signing.verifyAccessToken(await elsewhere.signAccessToken(claims, now, 60), now)).toBeNull()
})

it('refuses a token signed with its own key for another purpose', async () => {
  const [jwk] = keys.accessTokenKeys
  const [{ kid } = { kid: '' }] = signing.listKeys().keys
  const seconds = Math.floor(now.getTime() / 1000)
  const other = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: String(kid), typ: 'logout+jwt' })
    .setIssuer(issuer)
    .setAudience('authenticated')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(await importJWK(jwk ?? {}, 'ES256'))
  expect(await signing.verifyAccessToken(other, now)).toBeNull()
})

it('accepts tokens and MACs after a key change unless keys were stolen; marks stay (ROTATE-1, ROTATE-4)', async () => {
  const before = await createSigning(keys, { issuer })
  const [token, mac, mark] = [
    await before.signAccessToken(claims, now, 60),
    before.computeMac('link', 'a'),
    before.computeMark('mailbox', 'a'),
  ]
  const twice = await addSigningKeys(await addSigningKeys(keys, { isStolen: false }), { isStolen: false })
  const changed = await createSigning(twice, { issuer })
  expect(changed.listKeys().keys).toHaveLength(2)
  expect([changed.verifyMac('link', 'a', mac), changed.verifyMac('link', 'b', mac)]).toEqual([true, false])
  expect([changed.computeMac('link', 'a') === mac, changed.computeMark('mailbox', 'a')]).toEqual([
    false,
    mark,
  ])
  const once = await createSigning(await addSigningKeys(keys, { isStolen: false }), { issuer })
  expect(await once.verifyAccessToken(token, now)).not.toBeNull()
  const afterTheft = await addSigningKeys(twice, { isStolen: true })
  expect([hasFormerKeys(twice), hasFormerKeys(afterTheft), hasFormerKeys(keys)]).toEqual([true, false, false])
  expect(hasFormerKeys({ ...afterTheft, formerMacKeys: [keys.macKey] })).toBe(true)
  const ended = await createSigning(afterTheft, { issuer })
  expect(ended.verifyMac('link', 'a', mac)).toBe(false)
  expect(await ended.verifyAccessToken(token, now)).toBeNull()
  expect(ended.computeMark('mailbox', 'a')).toBe(mark)
})

it('is the same after a restart, and accepts old keys beside a new one', async () => {
  const token = await signing.signAccessToken(claims, now, 60)
  const restarted = await createSigning(JSON.parse(JSON.stringify(keys)), { issuer })
  expect(await restarted.verifyAccessToken(token, now)).toMatchObject(claims)
  expect(restarted.computeMac('x', 'text')).toBe(signing.computeMac('x', 'text'))

  const fresh = await generateSigningKeys()
  const accessTokenKeys = [...fresh.accessTokenKeys, ...keys.accessTokenKeys]
  const rotated = await createSigning({ ...keys, accessTokenKeys }, { issuer })
  expect(await rotated.verifyAccessToken(token, now)).toMatchObject(claims)
  expect(await signing.verifyAccessToken(await rotated.signAccessToken(claims, now, 60), now)).toBeNull()
  expect(rotated.listKeys().keys).toHaveLength(2)
})

it('publishes no private member (AUTH-3)', () => {
  for (const key of signing.listKeys().keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
  }
})

it('separates the MACs of different purposes', () => {
  const mac = signing.computeMac('refresh-token', 'text')
  expect(signing.verifyMac('refresh-token', 'text', mac)).toBe(true)
  expect(signing.verifyMac('signed-url', 'text', mac)).toBe(false)
  expect(signing.verifyMac('refresh-token', 'texts', mac)).toBe(false)
  expect(signing.verifyMac('refresh-token', 'text', mac.slice(1))).toBe(false)
  expect(signing.verifyMac('refresh-token', 'text', '')).toBe(false)
})

it.each([
  { ...keys, macKey: 'short' },
  { ...keys, accessTokenKeys: [] },
  { ...keys, accessTokenKeys: [{ kty: 'oct', k: 'AAAA' }] },
  { ...keys, accessTokenKeys: keys.accessTokenKeys.map(({ d: _, ...rest }) => rest) },
])('does not start with invalid key material (%#)', async (broken) => {
  await expect(createSigning(broken, { issuer })).rejects.toThrow()
})
