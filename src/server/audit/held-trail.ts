import type { Transaction } from '../platform/database/index.ts'
import { findLastEntry, lockTrail } from './store.ts'

/** The last row of a trail, which the next one follows. */
export type TrailEnd = { sequence: number; at: Date; hash: string }

/** What a transaction knows of a trail that it holds, to which nobody else adds before it ends. */
type HeldTrail = {
  /** Undefined while it was not read; null for a trail without rows. */
  end: TrailEnd | null | undefined
  /** Whether no period of repetitions is open. */
  hasNoPeriods: boolean
}

const heldBy = new WeakMap<Transaction, Map<string, HeldTrail>>()

/** Notes that a transaction has locked a verification's row, so that its trail is not locked once more. */
export function noteHeld(tx: Transaction, verificationId: string): HeldTrail {
  const trails = heldBy.get(tx) ?? new Map<string, HeldTrail>()
  heldBy.set(tx, trails)
  const held = trails.get(verificationId) ?? { end: undefined, hasNoPeriods: false }
  trails.set(verificationId, held)
  return held
}

/** Makes everybody else who wants to add to a trail wait for the end of the transaction. */
export async function holdTrail(tx: Transaction, verificationId: string): Promise<HeldTrail> {
  const held = heldBy.get(tx)?.get(verificationId)
  if (held) return held
  await lockTrail(tx, verificationId)
  return noteHeld(tx, verificationId)
}

/** The last row of a trail, read once per transaction. */
export async function findEnd(tx: Transaction, verificationId: string): Promise<TrailEnd | null> {
  const held = await holdTrail(tx, verificationId)
  if (held.end === undefined) held.end = await findLastEntry(tx, verificationId)
  return held.end
}
