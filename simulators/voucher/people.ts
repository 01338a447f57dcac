import { createHash, randomUUID } from 'node:crypto'
import type { VoucherKind } from '../../src/domain/voucher.ts'

/** What a person presses on the page, and types. */
export type Pressed = {
  isAdult: boolean
  name: string
  /** How an age key was made. */
  method: 'id_doc_scan' | 'facial_age_estimation'
}

/** What a request asks of an age key: its parameter `claims`. */
type AskedOfKey = { thresholds: number[]; methods: string[] | null }

/** The claims of one person, with the subject. */
export type Account = { sub: string } & Record<string, unknown>

/**
 * The person whom a provider knows: at a bank the same one for the same name and age, at an age key another one for
 * each proof, so that none can be recognised.
 */
export function makeAccount(kind: VoucherKind, pressed: Pressed, asked: AskedOfKey): Account {
  const { isAdult, name, method } = pressed
  if (kind === 'age_key') {
    const age = isAdult ? 30 : 14
    const thresholds = Object.fromEntries(asked.thresholds.map((threshold) => [threshold, age >= threshold]))
    return { sub: randomUUID(), age_thresholds: thresholds, method }
  }
  const [family = '', ...given] = name.trim().split(/\s+/).reverse()
  return {
    sub: createHash('sha256').update(`${isAdult} ${name}`).digest('hex').slice(0, 24),
    age_over_18: isAdult,
    given_name: given.reverse().join(' '),
    family_name: family,
  }
}

/** An age key believes what its request asks, which its person can edit in their browser. */
export function readAskedOfKey(claims: string | undefined): AskedOfKey {
  const { age_thresholds: thresholds = [18], allowed_methods: methods = null } = JSON.parse(
    claims ?? '{}',
  ) as {
    age_thresholds?: number[]
    allowed_methods?: string[]
  }
  return { thresholds, methods }
}
