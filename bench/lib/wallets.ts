import { X509Certificate } from 'node:crypto'
import { getBinding, readSignedRequest } from '../../simulators/wallet/answer-request.ts'
import { documentTypeNames } from '../../simulators/wallet/issuer.ts'
import {
  answerElsewhere,
  answerOpenidElsewhere,
  issueElsewhere,
  type OtherCredential,
} from '../../simulators/wallet/other-wallet.ts'
import { toReaderKey } from '../../simulators/wallet/reader-certificates.ts'
import { type AskedWallet, createWallets, type Wallets } from '../../src/server/platform/wallet/index.ts'
import { computeQuantile } from './statistics.ts'

const rounds = 200
/** Trusted issuers beside that of the credential. */
const otherRoots = 60
const type = 'org.iso.18013.5.1.mDL'
const origin = 'https://assent.example'

/**
 * The server's times for requests to wallets and for their answers, 95 % below, in milliseconds: age and name, signed,
 * with 61 roots. Another library makes the answers.
 */
export async function measureWallets(): Promise<{ asked: number; judged: number }> {
  const now = new Date()
  const credential = await issueElsewhere({ credentialType: type }, now)
  const others = await Promise.all(
    Array.from({ length: otherRoots }, () => issueElsewhere({ credentialType: type }, now)),
  )
  const roots = [...others, credential].map(({ root }) => new X509Certificate(root))
  const key = await toReaderKey()
  const wallets = createWallets({
    roots: new Map(documentTypeNames.map((each) => [each, roots])),
    keys: new Map([[type, key]]),
    origin,
  })
  const times = { asked: [] as number[], judged: [] as number[] }
  for (let round = -20; round < rounds; round += 1) {
    for (const protocol of ['openid4vp-v1-signed', 'org-iso-mdoc', 'fetched'] as const) {
      const taken = await measureOne(wallets, credential, protocol, now)
      if (round < 0) continue
      times.asked.push(taken.asked)
      times.judged.push(taken.judged)
    }
  }
  return { asked: computeQuantile(times.asked, 0.95), judged: computeQuantile(times.judged, 0.95) }
}

async function measureOne(wallets: Wallets, credential: OtherCredential, protocol: string, now: Date) {
  const asked: AskedWallet = {
    credentialType: type,
    asksName: true,
    today: null,
    way: protocol === 'fetched' ? 'qr' : 'api',
    responseUri: `${origin}/response`,
    requestUri: `${origin}/request`,
    ...wallets.makeRequestSecrets(),
  }
  const startedAt = performance.now()
  const request = await wallets.request(asked, now)
  const object = (await wallets.requestObject(asked, now, 'nonce')) ?? ''
  const askedFor = performance.now() - startedAt
  const answer = 'uri' in request ? await post(credential, object) : await pick(credential, request, protocol)
  const judgedFrom = performance.now()
  const judged = await wallets.judge(asked, answer, now)
  if (!('over18' in judged)) throw new Error(`refused: ${judged.refusal}`)
  return { asked: askedFor, judged: performance.now() - judgedFrom }
}

async function post(credential: OtherCredential, object: string) {
  const read = await readSignedRequest(object)
  const { client_id: clientId = '', response_uri: responseUri = '' } = read
  const handOver = { kind: 'posted', clientId, responseUri, ...getBinding(read) } as const
  return { fields: await answerOpenidElsewhere(credential, read, handOver) }
}

function pick(
  credential: OtherCredential,
  { requests }: { requests: Parameters<typeof answerElsewhere>[1][] },
  protocol: string,
) {
  const request = requests.find((each) => each.protocol === protocol)
  if (!request) throw new Error(`no request for ${protocol}`)
  return answerElsewhere(credential, request, origin)
}
