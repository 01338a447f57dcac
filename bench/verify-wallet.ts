// node_modules/.bin/node bench/verify-wallet.ts: how long the judgement of a wallet's answer takes, by each way, and how that stands to what
// it may take. Every answer is a new one, to a request of its own; making it is not measured. Ends with 1 when it takes longer.
import { X509Certificate } from 'node:crypto'
import { answerDigital, answerPosted, readRequestUri } from '../simulators/wallet/answer-request.ts'
import { makeCertificate } from '../simulators/wallet/certificates.ts'
import { createIssuer, documentTypeNames, type Issuer } from '../simulators/wallet/issuer.ts'
import {
  type AskedWallet,
  createWallets,
  isWalletRefused,
  type WalletAnswer,
  type Wallets,
} from '../src/server/platform/wallet/index.ts'

const answersEach = 300
const warmUps = 30
/** The median that is allowed. */
const allowedMs = 25
/** How many roots an installation for a whole continent has. */
const foreignRoots = 60
const origin = 'https://assent.example'

const ways = ['openid4vp-v1-unsigned', 'org-iso-mdoc', 'qr'] as const

async function makeAnswer(
  issuer: Issuer,
  wallets: Wallets,
  asked: AskedWallet,
  way: string,
): Promise<WalletAnswer> {
  const request = wallets.request(asked)
  if ('uri' in request) {
    const read = readRequestUri(new URL(request.uri).searchParams)
    return { fields: await answerPosted(issuer, read, 'yes', new Date()) }
  }
  const chosen = request.requests.find(({ protocol }) => protocol === way)
  if (!chosen) throw new Error(`nothing is asked by ${way}`)
  return answerDigital(issuer, chosen, origin, 'yes', new Date())
}

async function measure(issuer: Issuer, wallets: Wallets, way: (typeof ways)[number]): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < warmUps + answersEach; round += 1) {
    const responseUri = `${origin}/api/wallet-sessions/${round}/response`
    const asked: AskedWallet = {
      credentialType: 'org.iso.18013.5.1.mDL',
      way: way === 'qr' ? 'qr' : 'api',
      responseUri,
      ...wallets.makeMatter(),
    }
    const answer = await makeAnswer(issuer, wallets, asked, way)
    const startedAt = performance.now()
    const judged = await wallets.judge(asked, answer, new Date())
    if (round >= warmUps) times.push(performance.now() - startedAt)
    if (isWalletRefused(judged) || !judged.over18) throw new Error('a good answer was refused')
  }
  return times.sort((a, b) => a - b)
}

const issuer = await createIssuer(new Date())
const others = await Promise.all(
  Array.from({ length: foreignRoots }, (_, index) =>
    makeCertificate({
      name: { country: 'UT', organisation: `State ${index}`, commonName: `Root ${index}` },
      from: new Date(),
      until: new Date(Date.now() + 365 * 24 * 60 * 60 * 1000),
    }),
  ),
)
const getRoots = (type: (typeof documentTypeNames)[number]) =>
  [...others.map(({ pem }) => pem), issuer.roots[type]].map((pem) => new X509Certificate(pem))
const wallets = createWallets({
  roots: new Map(documentTypeNames.map((type) => [type, getRoots(type)])),
  origin,
})

for (const way of ways) {
  const times = await measure(issuer, wallets, way)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const ratio = at(0.5) / allowedMs
  console.log(
    `${way}: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms of ${answersEach} answers; ${ratio.toFixed(2)} of the ${allowedMs} ms allowed`,
  )
  if (ratio > 1) process.exitCode = 1
}
