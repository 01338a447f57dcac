import { X509Certificate } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { startThreads } from '../threads/index.ts'
import type { DocumentContent } from './document-content.ts'
import type { DrawTask, FinishedPdf, FinishTask, SignedPdf, StampTask, WorkerOptions } from './seal-worker.ts'
import type { SealedDocument, Sealer } from './sealer.ts'
import { askAuthority } from './sealing/ask-authority.ts'
import { signDetached } from './sealing/detached-jws.ts'
import { issuerOf, parseSealKey } from './sealing/seal-key.ts'
import {
  type Timestamp,
  type TimestampFault,
  timestampIn,
  timestampQuestion,
} from './sealing/timestamp-token.ts'

export type SealerOptions = {
  /** PEM: the P-256 private key and its certificate (`makeSealKey` makes one). */
  sealKey: string
  clock: Clock
  timeAuthority?: {
    url: string
    /** Root certificates, PEM; without any, a certificate that is valid by itself is enough. */
    roots?: readonly string[]
    timeoutMs?: number
    /** How long an authority that did not answer is not asked again: a hanging one must not hold up every record. */
    silenceMs?: number
  }
  /** Documents drawn at the same time. */
  threads?: number
}

const defaultTimeoutMs = 5000
const defaultSilenceMs = 60_000

/** The sealer, in worker threads. `warmUp` draws in each of them once, so that the next need not wait for the fonts. */
export function createSealer(
  options: SealerOptions,
): Sealer & { warmUp(): Promise<void>; close(): Promise<void> } {
  const { clock, timeAuthority } = options
  const key = parseSealKey(options.sealKey)
  const threads = options.threads ?? 2
  const workerData: WorkerOptions = { sealKey: options.sealKey, roots: timeAuthority?.roots ?? [] }
  const pool = startThreads(new URL('./seal-worker.ts', import.meta.url), {
    workerData,
    maxThreads: threads,
    // It holds the fonts, which take it half a second to read.
    idleTimeout: 45_000,
  })
  const draw = (task: DrawTask) => pool.run(task, { name: 'draw' }) as Promise<SignedPdf>
  const stamp = (task: StampTask) =>
    pool.run(task, { name: 'stamp' }) as Promise<Timestamp | { fault: TimestampFault }>
  const finish = (task: FinishTask) => pool.run(task, { name: 'finish' }) as Promise<FinishedPdf>

  async function sealWithout(content: DocumentContent, at: Date) {
    const signed = await draw({ content, at, withQuestion: false })
    return { ...(await finish({ signed, token: null })), shownByNumber: signed.shownByNumber }
  }

  async function sealPending(
    content: DocumentContent,
    at: Date,
    fault: TimestampFault,
  ): Promise<SealedDocument> {
    return { ...(await sealWithout(content, at)), timestamp: { state: 'pending', fault } }
  }

  let silentUntil = new Date(0)

  async function timestampFor(
    signed: SignedPdf,
    url: string,
  ): Promise<Timestamp | { fault: TimestampFault }> {
    const question = signed.question?.bytes
    const answer =
      question && (await askAuthority(url, question, timeAuthority?.timeoutMs ?? defaultTimeoutMs))
    if (answer) return stamp({ signed, answer, now: clock.now() })
    silentUntil = new Date(clock.now().getTime() + (timeAuthority?.silenceMs ?? defaultSilenceMs))
    return { fault: 'unreachable' }
  }

  return {
    async seal({ at, contentFor }) {
      if (!timeAuthority)
        return { ...(await sealWithout(contentFor('none'), at)), timestamp: { state: 'none' } }
      if (clock.now() < silentUntil) return sealPending(contentFor('pending'), at, 'unreachable')
      const signed = await draw({ content: contentFor('granted'), at, withQuestion: true })
      const timestamp = await timestampFor(signed, timeAuthority.url)
      if ('fault' in timestamp) return sealPending(contentFor('pending'), at, timestamp.fault)
      const sealed = await finish({ signed, token: timestamp.token })
      return {
        ...sealed,
        shownByNumber: signed.shownByNumber,
        timestamp: { state: 'granted', ...timestamp },
      }
    },
    sign: (text) => signDetached(text, key),
    async stamp(data) {
      if (!timeAuthority) return { state: 'none' }
      const { url, roots = [], timeoutMs = defaultTimeoutMs } = timeAuthority
      const { bytes, nonce } = timestampQuestion(data)
      const answer = await askAuthority(url, bytes, timeoutMs)
      const stamped = answer
        ? await timestampIn(answer, { data, nonce, now: clock.now(), roots })
        : { fault: 'unreachable' as const }
      return 'fault' in stamped ? { state: 'pending', ...stamped } : { state: 'granted', ...stamped }
    },
    certificateSha256: key.certificateSha256,
    certificatePem: key.certificatePem,
    certificates: key.certificates.map((der) => Buffer.from(der).toString('base64')),
    certificateIssuer: issuerOf(new X509Certificate(key.certificatePem)),
    succession: key.succession,
    hasTimeAuthority: timeAuthority !== undefined,
    async warmUp() {
      const at = clock.now()
      await Promise.all(
        Array.from({ length: threads }, () => draw({ content: everyLatinFace, at, withQuestion: false })),
      )
    },
    close: () => pool.destroy(),
  }
}

/** A document that makes a thread read all it needs for one in English. */
const everyLatinFace: DocumentContent = {
  title: '-',
  language: 'en',
  reference: '-',
  foot: '-',
  unprintableNote: '-',
  blocks: [
    {
      block: 'masthead',
      product: '-',
      title: '-',
      subtitle: '-',
      qr: { url: '-', caption: '-', description: '-' },
    },
    { block: 'heading', text: '-', level: 2 },
    { block: 'facts', rows: [{ label: '-', value: '-', style: 'mono' }] },
    { block: 'remark', heading: '-', text: '-' },
  ],
}
