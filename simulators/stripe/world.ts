import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeEmptyState, type SimulatedEvent, type SimulatorState } from './records.ts'

/** Everything that the simulator's parts share: what it remembers, its clock, and how it tells what happened. */
export type World = {
  readonly state: SimulatorState
  /** The real time, or the test's clock. */
  realNow(): number
  /** The simulated time: the real one and however far it was moved ahead. */
  now(): number
  newId(prefix: string): string
  /** Notes an event about an object, as it is now, for the webhooks to send. */
  emit(type: string, object: unknown): void
  /** Keeps what was changed, in the file if there is one. Call it at the end of every change. */
  keep(): void
}

/**
 * A world that starts from `stateFile`, if it exists and is readable, and writes itself there. Without a file it lives in memory.
 *
 * @param onEvent called for every event, after it was noted
 */
export function createWorld(options: {
  realNow: () => number
  stateFile: string | null
  onEvent: (event: SimulatedEvent) => void
}): World {
  const { stateFile } = options
  const state = (stateFile && findState(stateFile)) || makeEmptyState()
  const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
  return {
    state,
    realNow: options.realNow,
    now: () => options.realNow() + state.clockAheadMs,
    newId,
    emit(type, object) {
      const event = {
        id: newId('evt'),
        type,
        created: options.realNow(),
        object: structuredClone(object),
        settled: false,
      }
      state.events.push(event)
      options.onEvent(event)
    },
    keep() {
      if (stateFile) writeState(stateFile, state)
    },
  }
}

function findState(file: string): SimulatorState | null {
  try {
    return { ...makeEmptyState(), ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return null
  }
}

/** Whenever the power goes, the name leads to this state or to the one before, whole. */
function writeState(file: string, state: SimulatorState): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
