import { performance } from 'node:perf_hooks'
import type { ClockState } from '../../../domain/record/clock-state.ts'
import { askProgram, askSystem } from './ask-system.ts'
import type { TimeSource } from './time-source.ts'

const freshMs = 60_000

/** What the programs of this system say, asked once a minute at most. */
export function createTimeSource(): TimeSource {
  let asked: { at: number; state: Promise<ClockState> } | null = null
  return {
    getState() {
      // Not by the clock that is asked about.
      const at = performance.now()
      if (!asked || at - asked.at > freshMs) asked = { at, state: askSystem(askProgram) }
      return asked.state
    },
  }
}
