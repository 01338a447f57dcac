import type { ClockState } from '../../../domain/record/clock-state.ts'

/** How well the clock of this machine is known to be right. */
export type TimeSource = {
  /** What the system says, at most a minute old; `unknown` where it cannot be asked. Never rejects. */
  getState(): Promise<ClockState>
}
