import { Certificate } from 'pkijs'
import type { Clock } from '../../clock.ts'
import { hashHex } from '../../hash-hex.ts'
import { toExactBuffer } from '../sealing/seal-key.ts'
import { askIssuer } from './ask-issuer.ts'
import type { Answer, Statement, StatementFault } from './statement.ts'

const defaultTimeoutMs = 5000
/** A statement is asked for anew after this. */
const freshMs = 24 * 60 * 60_000
/** The longest that one serves meanwhile where nobody answers, however long it says that it holds. */
const longestKeptMs = 7 * 24 * 60 * 60_000
/** How soon the same may be asked again, and is where that was in vain, or the certificate is suspended. */
const pauseMs = 60_000

export type Revocation = {
  /**
   * What is said of a certificate by its issuer (both DER), from memory while that holds. Asks nobody but whom the certificate names, once for
   * all who want to know at the same time. Who did not answer is asked again once a minute, beside: nobody waits for them.
   * @param options with `anew`, for an answer to a question of the last minute, which is waited for
   */
  judge(certificate: Uint8Array, issuer: Uint8Array, options?: { anew?: boolean }): Promise<Answer>
}

/** What the last question brought, and the last statement that any did. */
type Known = {
  askedAt: Date
  fault: StatementFault | null
  kept: { statement: Statement; since: Date } | null
}

/** Asks whether certificates were revoked, and remembers the answers. */
export function createRevocation({
  clock,
  timeoutMs = defaultTimeoutMs,
}: {
  clock: Clock
  timeoutMs?: number
}): Revocation {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<Answer>>()

  async function ask(name: string, der: Uint8Array, issuerDer: Uint8Array): Promise<Answer> {
    const askedAt = clock.now()
    const answer = await answerTo(der, issuerDer, askedAt, timeoutMs)
    const isFault = 'fault' in answer
    known.set(name, {
      askedAt,
      fault: isFault ? answer.fault : null,
      kept: isFault ? (known.get(name)?.kept ?? null) : { statement: answer, since: askedAt },
    })
    for (const [other, { askedAt: at }] of known)
      if (askedAt.getTime() - at.getTime() >= longestKeptMs) known.delete(other)
    asking.delete(name)
    return answerAt(known.get(name), askedAt)
  }

  return {
    async judge(certificate, issuer, { anew = false } = {}) {
      const name = hashHex(certificate)
      const now = clock.now()
      const last = known.get(name)
      if (last && !isDue(last, now, anew)) return answerAt(last, now)
      const answer = asking.get(name) ?? ask(name, certificate, issuer)
      asking.set(name, answer)
      return last?.fault && !anew ? answerAt(last, now) : answer
    },
  }
}

async function answerTo(der: Uint8Array, issuerDer: Uint8Array, now: Date, timeoutMs: number) {
  try {
    const certificate = Certificate.fromBER(toExactBuffer(der))
    return await askIssuer(
      { certificate, issuer: Certificate.fromBER(toExactBuffer(issuerDer)) },
      now,
      timeoutMs,
    )
  } catch {
    return { fault: 'malformed' as const }
  }
}

function isDue(last: Known, now: Date, anew: boolean): boolean {
  const hasEnded = last.fault === null && 'fault' in answerAt(last, now)
  const mayChangeSoon = last.fault !== null || last.kept?.statement.status === 'held'
  const wait = mayChangeSoon || anew ? pauseMs : freshMs
  return hasEnded || now.getTime() - last.askedAt.getTime() >= wait
}

/** The statement that is kept while it may serve; else why there is none. */
function answerAt(last: Known | undefined, now: Date): Answer {
  const { statement, since } = last?.kept ?? {}
  if (statement && since && now < statement.until && now.getTime() - since.getTime() < longestKeptMs)
    return statement
  return { fault: last?.fault ?? 'out_of_date' }
}
