import * as client from 'openid-client'
import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { OfferedVoucher, VoucherRefusal } from '../../../domain/voucher.ts'
import { systemClock } from '../clock/index.ts'
import { hashHex } from '../hash-hex.ts'
import type { OutgoingFetch } from '../outgoing/index.ts'
import { rememberFor } from '../waiting/index.ts'
import type { VoucherConfiguration } from './configuration.ts'
import { type Claims, judgeClaims, type VouchedName } from './judge-claims.ts'

export { loadVouchers } from './configuration.ts'

/** The secrets of one request, which its answer has to match. */
export type VoucherMatter = { state: string; nonce: string; codeVerifier: string }

export type AskedVoucher = {
  id: string
  asksName: boolean
  /** Where the provider sends the browser back. */
  redirectUri: string
}

/** The parameters with which the browser came back, each without its "?" or "#". */
export type VoucherAnswer = { query: string; fragment: string }

type Vouched = {
  over18: boolean
  by: Pick<OfferedVoucher, 'name' | 'kind'>
  /** Null where the provider gave none, or none was asked for. */
  name: VouchedName | null
  /** Whom the provider means: its issuer and subject. */
  subject: string
  /** SHA-256 of the signed token, hex. */
  sha256: string
}

/** `why` is for the operator's log: it says nothing of the person. */
type VoucherRefused = { refusal: VoucherRefusal; why?: string }

/** Providers that vouch for a person by OpenID Connect. */
export type Vouchers = {
  offered: readonly OfferedVoucher[]

  /**
   * The address of the provider's page for one request.
   * @throws VoucherAway if the provider can't be reached, or is not as its file says
   */
  begin(asked: AskedVoucher): Promise<{ url: string; matter: VoucherMatter }>

  /** Exchanges and judges an answer. Null: the person cancelled at the provider. Never throws for its content. */
  judge(
    asked: AskedVoucher & { today: CalendarDate },
    matter: VoucherMatter,
    answer: VoucherAnswer,
  ): Promise<Vouched | VoucherRefused | null>
}

/** The provider can't be reached, fails, or isn't as its file says. */
export class VoucherAway extends Error {
  override name = 'VoucherAway'
}

type Provider = { file: VoucherConfiguration; connect: () => Promise<client.Configuration> }

const hourMs = 60 * 60 * 1000
/** Past its time, a token is still accepted for as long as a wrong clock may differ. */
const toleranceSeconds = 60
const oldestTokenSeconds = 15 * 60

/** What a provider says of itself is asked once an hour; `outgoingFetch` makes every call. */
export function createVouchers(
  files: readonly VoucherConfiguration[],
  outgoingFetch: OutgoingFetch,
  { allowsHttp }: { allowsHttp: boolean },
): Vouchers {
  const providers = new Map<string, Provider>(
    files.map((file) => {
      const connect = () => discover(file, outgoingFetch, allowsHttp)
      return [file.id, { file, connect: rememberFor(systemClock, hourMs, connect) }]
    }),
  )
  const findProvider = (id: string): Provider => {
    const provider = providers.get(id)
    if (!provider) throw new VoucherAway('no such provider is configured any more')
    return provider
  }
  return {
    offered: files.map(({ id, name, kind, countries, names }) => ({
      ...{ id, name, kind, countries },
      hasName: names !== null,
    })),

    async begin(asked) {
      const { file, connect } = findProvider(asked.id)
      const matter = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      }
      try {
        const url = await buildUrl(await connect(), file, asked, matter)
        return { url: url.href, matter }
      } catch (error) {
        throw new VoucherAway('the provider gives no page', { cause: error })
      }
    },

    async judge({ id, asksName, redirectUri, today }, matter, answer) {
      try {
        const { file, connect } = findProvider(id)
        const config = await connect()
        const { token, signed, told } = await readAnswer(config, file, matter, answer, redirectUri)
        if (!isFresh(signed))
          return { refusal: 'answer_invalid', why: 'its token was not made during this request' }
        const judged = judgeClaims(file, { signed, told }, { asksName, today })
        if ('refusal' in judged) return judged
        const { name, kind } = file
        return {
          ...judged,
          by: { name, kind },
          subject: `${signed['iss']} ${signed['sub']}`,
          sha256: hashHex(token),
        }
      } catch (error) {
        return refuseAnswer(error)
      }
    },
  }
}

async function discover(
  file: VoucherConfiguration,
  outgoingFetch: OutgoingFetch,
  allowsHttp: boolean,
): Promise<client.Configuration> {
  const execute = [
    client.enableNonRepudiationChecks,
    ...(file.flow === 'id_token' ? [client.useIdTokenResponseType] : []),
    ...(allowsHttp ? [client.allowInsecureRequests] : []),
  ]
  return client.discovery(
    new URL(file.issuer),
    file.clientId,
    { [client.clockTolerance]: toleranceSeconds },
    chooseAuthentication(file),
    { execute, [client.customFetch]: callWith(outgoingFetch) },
  )
}

/** `private_key_jwt`, or the secret in the way that the provider takes. */
function chooseAuthentication({ clientSecret, privateKey }: VoucherConfiguration): client.ClientAuth {
  if (privateKey) {
    const { key, keyId } = privateKey
    return client.PrivateKeyJwt(keyId ? { key, kid: keyId } : key)
  }
  if (!clientSecret) return client.None()
  return (provider, ...call) => {
    const takesHeader = (provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes(
      'client_secret_basic',
    )
    const authenticate = takesHeader ? client.ClientSecretBasic : client.ClientSecretPost
    return authenticate(clientSecret)(provider, ...call)
  }
}

/** A failure to reach the provider is told apart from a wrong answer. */
function callWith(outgoingFetch: OutgoingFetch): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const call = { method, headers, body: body as string | URLSearchParams | null }
    const answer = await outgoingFetch(url, { ...call, ...(signal ? { signal } : {}) }).catch((error) => {
      throw new VoucherAway('a call failed', { cause: error })
    })
    if (answer.status >= 500 || answer.status === 429)
      throw new VoucherAway(`it answered with ${answer.status}`)
    return answer
  }
}

async function buildUrl(
  config: client.Configuration,
  { flow, scopes, nameScopes, parameters }: VoucherConfiguration,
  { asksName, redirectUri }: AskedVoucher,
  { state, nonce, codeVerifier }: VoucherMatter,
): Promise<URL> {
  const asked = {
    ...parameters,
    redirect_uri: redirectUri,
    scope: [...scopes, ...(asksName ? nameScopes : [])].join(' '),
    state,
    nonce,
  }
  if (flow === 'id_token')
    return client.buildAuthorizationUrl(config, { ...asked, response_mode: 'fragment' })
  const whole = {
    ...asked,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }
  return config.serverMetadata().pushed_authorization_request_endpoint
    ? client.buildAuthorizationUrlWithPAR(config, whole)
    : client.buildAuthorizationUrl(config, whole)
}

/** The signed token, and the claims of the person from it or from the provider's own endpoint. */
async function readAnswer(
  config: client.Configuration,
  { flow, claimsFrom }: VoucherConfiguration,
  { state: expectedState, nonce, codeVerifier }: VoucherMatter,
  { query, fragment }: VoucherAnswer,
  redirectUri: string,
): Promise<{ token: string; signed: Claims; told: Claims }> {
  const url = new URL(redirectUri)
  if (flow === 'id_token') {
    // What is in the query was in the logs of every server on its way.
    if (new URLSearchParams(query).has('id_token')) throw new Error('a token in the query')
    assertIssuer(config.serverMetadata(), new URLSearchParams(fragment))
    url.hash = fragment
    const signed = await client.implicitAuthentication(config, url, nonce, { expectedState })
    return { token: new URLSearchParams(fragment).get('id_token') ?? '', signed, told: signed }
  }
  url.search = query
  const checks = {
    expectedState,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  }
  const given = await client.authorizationCodeGrant(config, url, checks)
  const signed = given.claims()
  if (!signed || !given.id_token) throw new Error('no token')
  const told =
    claimsFrom === 'userinfo' ? await client.fetchUserInfo(config, given.access_token, signed.sub) : signed
  return { token: given.id_token, signed, told }
}

/** Refuses the fragment of another issuer (RFC 9207, 2.4), which the library does for a query alone. */
function assertIssuer(
  { issuer, authorization_response_iss_parameter_supported: isPromised }: client.ServerMetadata,
  given: URLSearchParams,
): void {
  const iss = given.get('iss')
  // A token says it itself.
  const mayLackIt = !isPromised || given.has('id_token')
  if (iss === null ? !mayLackIt : iss !== issuer) throw new Error('the answer is of another issuer')
}

/** Whether a token was made during this request. Its end was checked before. */
function isFresh({ iat }: Claims): boolean {
  const now = systemClock.now().getTime() / 1000
  return typeof iat === 'number' && iat < now + toleranceSeconds && iat > now - oldestTokenSeconds
}

function refuseAnswer(error: unknown): VoucherRefused | null {
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') return null
  return { refusal: isAwayError(error) ? 'provider_away' : 'answer_invalid', why: explain(error) }
}

/** Whether an answer fails for another reason than itself: the provider's state, or the client's configuration. */
function isAwayError(error: unknown): boolean {
  if (error instanceof client.AuthorizationResponseError)
    return ['server_error', 'temporarily_unavailable'].includes(error.error)
  if (error instanceof client.ResponseBodyError) return error.error !== 'invalid_grant'
  if (error instanceof client.WWWAuthenticateChallengeError || error instanceof VoucherAway) return true
  return error instanceof Error && isAwayError(error.cause)
}

/** The messages of an error and its causes, which name claims and never their values. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // Its message quotes the text.
  if (error instanceof SyntaxError) return 'no JSON'
  const hasCode =
    error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError
  // A person can write anything into their address.
  const code = hasCode && /^[a-z_]{1,40}$/.test(error.error) ? ` (${error.error})` : ''
  return [`${error.message}${code}`, explain(error.cause)].filter(Boolean).join(': ')
}
