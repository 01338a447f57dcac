import { X509Certificate } from 'node:crypto'
import {
  answerDigital,
  answerPosted,
  type OpenidRequest,
  readRequestUri,
} from '../../../simulators/wallet/answer-request.ts'
import type { AnswerKind } from '../../../simulators/wallet/answers.ts'
import {
  createIssuer,
  type DocumentType,
  documentTypeNames,
  type Holder,
  type Issuer,
} from '../../../simulators/wallet/issuer.ts'
import { toReaderKey } from '../../../simulators/wallet/reader-certificates.ts'
import type { BegunWalletSession, WalletSession } from '../../contract/wallet.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { WalletWay } from '../../domain/wallet.ts'
import { sql } from '../platform/database/index.ts'
import { createWallets } from '../platform/wallet/index.ts'
import { invite, type Person, postJson, readAnswer, registerPaying, type ThirdParty } from './people.ts'
import type { TestApp } from './test-app.ts'

/**
 * A creator with a paid plan and the third party of a request, in an app that accepts wallets of the simulated issuer
 * and has no other wallet data.
 */
export async function meetWithWallets(test: TestApp): Promise<{
  issuer: Issuer
  creator: Person
  thirdParty: ThirdParty
}> {
  await test.database.run(sql`DELETE FROM rate_limits`)
  await test.database.run(sql`DELETE FROM wallet_sessions`)
  await test.database.run(sql`DELETE FROM wallet_proofs`)
  const issuer = await takeSimulatedWallets(test)
  const creator = await registerPaying(test)
  return { issuer, creator, thirdParty: await invite(test, creator) }
}

/** Gives an app the simulated issuer's roots, for the given document types or for all, and returns the issuer. */
export async function takeSimulatedWallets(
  test: TestApp,
  types: readonly DocumentType[] = documentTypeNames,
): Promise<Issuer> {
  const issuer = await createIssuer(test.clock.now())
  const roots = new Map(types.map((type) => [type, [new X509Certificate(issuer.roots[type])]]))
  test.platform.wallets = createWallets({ roots, origin: test.platform.settings.publicUrl })
  return issuer
}

/** Signs the requests to the simulated issuer's credentials from now on. */
export async function signWalletRequests(test: TestApp, issuer: Issuer): Promise<void> {
  const key = await toReaderKey()
  test.platform.wallets = createWallets({
    roots: new Map(documentTypeNames.map((type) => [type, [new X509Certificate(issuer.roots[type])]])),
    keys: new Map(documentTypeNames.map((type) => [type, key])),
    origin: test.platform.settings.publicUrl,
  })
}

export type Beginning = {
  way?: WalletWay
  credentialType?: DocumentType
  asksName?: boolean
  today?: CalendarDate
  fullName?: string
}

/** Begins as a signed-in creator, or as a third party with a pass; returns the response. */
export function askWallet(
  test: TestApp,
  who: Person | ThirdParty,
  { way = 'qr', credentialType = 'eu.europa.ec.av.1', ...more }: Beginning = {},
) {
  const path =
    'verificationId' in who
      ? `/api/public/verifications/${who.verificationId}/wallet-sessions`
      : '/api/wallet-sessions'
  return postJson(test, path, { way, credentialType, ...more }, who.headers)
}

export async function begun(
  test: TestApp,
  who: Person | ThirdParty,
  beginning: Beginning = {},
): Promise<BegunWalletSession> {
  return readAnswer(askWallet(test, who, beginning), 201)
}

/** The wallet's post for a request by link or QR code. */
export function makePost(
  test: TestApp,
  issuer: Issuer,
  { request }: BegunWalletSession,
  kind: AnswerKind,
  holder?: Holder,
) {
  if (!('uri' in request)) throw new Error('the browser hands this answer over')
  return answerPosted(
    issuer,
    readRequestUri(new URL(request.uri).searchParams),
    kind,
    test.clock.now(),
    holder,
  )
}

/** The simulated wallet's fields for a request that it has read. */
export function answerRequest(test: TestApp, issuer: Issuer, request: OpenidRequest, kind: AnswerKind) {
  return answerPosted(issuer, request, kind, test.clock.now())
}

/** Posts fields to the response URL of a session. */
export function postFields(test: TestApp, id: string, fields: Record<string, string>) {
  return test.app.request(`/api/wallet-sessions/${id}/response`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
}

/** Answers as the simulated wallet, in the way the request asks for; returns the response. */
export async function answerWallet(
  test: TestApp,
  issuer: Issuer,
  session: BegunWalletSession,
  kind: AnswerKind,
  protocol = 'org-iso-mdoc',
  holder?: Holder,
) {
  const { request, id, secret } = session
  if ('uri' in request) return postFields(test, id, await makePost(test, issuer, session, kind, holder))
  const asked = request.requests.find((each) => each.protocol === protocol)
  if (!asked) throw new Error(`nothing is asked by ${protocol}`)
  const { publicUrl } = test.platform.settings
  const credential = await answerDigital(issuer, asked, publicUrl, kind, test.clock.now(), holder)
  return postJson(test, `/api/wallet-sessions/${id}/answer`, credential, toBearer(secret))
}

/** The state of a session, for the browser that began it. */
export async function sessionNow(
  test: TestApp,
  { id, secret }: Pick<BegunWalletSession, 'id' | 'secret'>,
): Promise<WalletSession> {
  return readAnswer(test.app.request(`/api/wallet-sessions/${id}`, { headers: toBearer(secret) }))
}

export function toBearer(secret: string): { authorization: string } {
  return { authorization: `Bearer ${secret}` }
}
