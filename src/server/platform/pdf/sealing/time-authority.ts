import { randomBytes, type X509Certificate } from 'node:crypto'
import type { Clock } from '../../clock/index.ts'
import type { TimestampOutcome } from '../sealer.ts'
import { askHttp } from './ask-http.ts'
import {
  findAuthorityChain,
  makeTimestampQuestion,
  readTimestamp,
  type TimestampFault,
} from './timestamp-token.ts'

export type TimeAuthorityOptions = {
  url: string
  /** Root certificates, PEM; without any, a certificate that is valid on its own is enough. */
  roots?: readonly string[]
  timeoutMs?: number
  /** How long an authority that did not answer is not asked again: a hanging one must not hold up every record. */
  silenceMs?: number
}

const defaultTimeoutMs = 5000
const defaultSilenceMs = 60_000

export type TimeAuthority = ReturnType<typeof createTimeAuthority>

/** A time-stamping authority (RFC 3161), and the certificates that it signed with last. */
export function createTimeAuthority(
  { url, roots = [], timeoutMs = defaultTimeoutMs, silenceMs = defaultSilenceMs }: TimeAuthorityOptions,
  clock: Clock,
) {
  let silentUntil = new Date(0)
  let learnt: readonly X509Certificate[] = []
  let lookAnewAt = new Date(0)
  let lastFault: TimestampFault | null = null

  /** The bytes that it answers; null when none came in time, and then it is left alone for a while. */
  async function ask(question: Uint8Array): Promise<Uint8Array | null> {
    const answer = await askAuthority(url, question, timeoutMs)
    if (!answer) silentUntil = new Date(clock.now().getTime() + silenceMs)
    return answer
  }

  /**
   * The chain of a token up to a configured root; none without roots, as it is then unknown which certificates may be
   * asked about.
   */
  function readChain(token: Uint8Array): readonly X509Certificate[] {
    if (roots.length === 0) return []
    return findAuthorityChain(token, roots) ?? []
  }

  async function stamp(data: Uint8Array): Promise<TimestampOutcome> {
    const { bytes, nonce } = makeTimestampQuestion(data)
    const answer = await ask(bytes)
    const stamped = answer
      ? await readTimestamp(answer, { data, nonce, now: clock.now(), roots })
      : { fault: 'unreachable' as const }
    lastFault = 'fault' in stamped ? stamped.fault : null
    if ('fault' in stamped) return { state: 'pending', ...stamped }
    learnt = readChain(stamped.token)
    return { state: 'granted', ...stamped }
  }

  const isSilent = () => clock.now() < silentUntil

  return {
    ask,
    stamp,
    readChain: readChain,
    isSilent,
    /** The chain that it signed with last; empty before the first, and where it cannot be known. */
    known: () => learnt,
    /** Why that cannot be known now, though the roots for it are; null otherwise. */
    whyUnknown: () => (roots.length > 0 && learnt.length === 0 ? lastFault : null),
    /**
     * The chain that it signs with, found out by a timestamp of nothing when none was made yet. Empty where it cannot
     * be known.
     */
    async learnChain(): Promise<readonly X509Certificate[]> {
      if (learnt.length === 0 && roots.length > 0 && !isSilent()) await stamp(randomBytes(32))
      return learnt
    },
    /** Looks whether it signs with another certificate by now, once a minute: the one that it had was revoked. */
    async lookAnew(): Promise<void> {
      if (isSilent() || clock.now() < lookAnewAt) return
      lookAnewAt = new Date(clock.now().getTime() + silenceMs)
      await stamp(randomBytes(32))
    },
    /** Takes note of the certificates of a token that holds. */
    learn(token: Uint8Array) {
      learnt = readChain(token)
    },
  }
}

/** Tokens are a few kilobytes; a longer answer is not a time-stamping authority's. */
const answerMaxBytes = 64 * 1024

/** The bytes that an authority answers to a question (RFC 3161, 3.4), or null when none came in time. */
function askAuthority(url: string, question: Uint8Array, timeoutMs: number): Promise<Uint8Array | null> {
  return askHttp(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: new Uint8Array(question),
    timeoutMs,
    maxBytes: answerMaxBytes,
  })
}
