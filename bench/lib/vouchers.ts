import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createVouchers, type Vouchers } from '../../src/server/platform/vouchers/index.ts'
import { computeQuantile } from './statistics.ts'

const rounds = 400
const issuer = 'https://bank.example'
const asked = { id: 'bank', asksName: true, redirectUri: 'https://assent.example/voucher-return/bank' }

/**
 * The server's times for a request to a bank, and for the exchange of its code with the verdict on age and name, beside
 * the network: 95 % below, in milliseconds. The bank answers in this process, and its time isn't counted.
 */
export async function measureVouchers(): Promise<{ asked: number; judged: number }> {
  const bank = await makeBank()
  const times = { asked: [] as number[], judged: [] as number[] }
  for (let round = -20; round < rounds; round += 1) {
    const begun = await bank.time(() => bank.vouchers.begin(asked))
    bank.nonce = begun.value.matter.nonce
    const query = new URLSearchParams({ code: 'code', state: begun.value.matter.state, iss: issuer })
    const answer = { query: query.toString(), fragment: '' }
    const judged = await bank.time(() =>
      bank.vouchers.judge({ ...asked, today: '2026-03-11' }, begun.value.matter, answer),
    )
    if (!judged.value || !('over18' in judged.value))
      throw new Error(`refused: ${JSON.stringify(judged.value)}`)
    if (round < 0) continue
    times.asked.push(begun.ms)
    times.judged.push(judged.ms)
  }
  return { asked: computeQuantile(times.asked, 0.95), judged: computeQuantile(times.judged, 0.95) }
}

/** A bank that takes pushed requests and a signed client, and what it takes away from the measured time. */
async function makeBank() {
  const [own, client] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ])
  const shown = { ...(await exportJWK(own.publicKey)), kid: 'first', alg: 'ES256', use: 'sig' }
  const person = { sub: 'person', age_over_18: true, given_name: 'Sam', family_name: 'O’Neill' }
  let spentMs = 0
  const sign = (nonce: string) =>
    new SignJWT({ nonce, acr: 'high' })
      .setProtectedHeader({ alg: 'ES256', kid: 'first' })
      .setIssuer(issuer)
      .setAudience('assent')
      .setSubject(person.sub)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(own.privateKey)
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      ...{
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      },
      ...{ userinfo_endpoint: `${issuer}/me`, pushed_authorization_request_endpoint: `${issuer}/request` },
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/request': () => ({ request_uri: 'urn:ietf:params:oauth:request_uri:x', expires_in: 60 }),
    '/token': async () => ({ access_token: 'x', token_type: 'Bearer', id_token: await sign(bank.nonce) }),
    '/me': () => person,
    '/jwks': () => ({ keys: [shown] }),
  }
  const vouchers = createVouchers(
    [
      {
        ...{ id: 'bank', name: 'Bank', kind: 'bank', countries: ['GB'], issuer, clientId: 'assent' },
        privateKey: { key: client.privateKey, keyId: 'client' },
        ...{ flow: 'code', scopes: ['openid'], nameScopes: ['profile'], parameters: { acr_values: 'high' } },
        ...{
          claimsFrom: 'userinfo',
          age: { boolean: 'age_over_18', false: 'under' },
          required: { acr: ['high'] },
        },
        names: { given: 'given_name', family: 'family_name' },
      },
    ],
    async (url) => {
      const startedAt = performance.now()
      const path = new URL(url).pathname
      const answer = Response.json(await answers[path]?.(), { status: path === '/request' ? 201 : 200 })
      spentMs += performance.now() - startedAt
      return answer
    },
    { allowsHttp: false },
  )
  const bank = {
    vouchers: vouchers as Vouchers,
    nonce: '',
    async time<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
      spentMs = 0
      const startedAt = performance.now()
      const value = await work()
      return { value, ms: performance.now() - startedAt - spentMs }
    },
  }
  return bank
}
