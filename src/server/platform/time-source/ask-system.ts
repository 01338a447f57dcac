import { execFile } from 'node:child_process'
import type { ClockState } from '../../../domain/record/clock-state.ts'

/** What a program printed; null when there is none, or it failed. */
export type Ask = (program: string, args: readonly string[]) => Promise<string | null>

const patienceMs = 2000

/** Runs a program of the system's own. */
export const askProgram: Ask = (program, args) =>
  new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { timeout: patienceMs, env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' } },
      (error, stdout) => resolve(error ? null : stdout),
    )
  })

const toClockState = (isSynchronised: boolean, source: string): ClockState => ({
  state: isSynchronised ? 'synchronised' : 'unsynchronised',
  source,
})

/** The last field of `chronyc -c tracking` is the leap status: Normal, Insert second, Delete second or Not synchronised. */
function parseChrony(printed: string): ClockState | null {
  const leap = printed.trim().split(',').at(-1) ?? ''
  return /^(Normal|(Insert|Delete) second|Not synchronised)$/.test(leap)
    ? toClockState(leap !== 'Not synchronised', 'chrony')
    : null
}

/** systemd answers for the kernel, whoever keeps it synchronised. */
function parseTimedatectl(printed: string): ClockState | null {
  const answer = /^NTPSynchronized=(yes|no)$/m.exec(printed)?.[1]
  return answer ? toClockState(answer === 'yes', 'timedatectl') : null
}

/** STA_UNSYNC of adjtimex(2), with which the kernel itself says that nobody keeps its clock right. */
function parseAdjtimex(printed: string): ClockState | null {
  const status = /^\s*status:\s*(\d+)/m.exec(printed)?.[1]
  return status ? toClockState((Number(status) & 0x40) === 0, 'adjtimex') : null
}

/** Asks whoever knows most first. */
export async function askSystem(ask: Ask): Promise<ClockState> {
  for (const [program, args, read] of [
    ['chronyc', ['-c', 'tracking'], parseChrony],
    ['timedatectl', ['show', '--property=NTPSynchronized'], parseTimedatectl],
    ['adjtimex', ['--print'], parseAdjtimex],
  ] as const) {
    const printed = await ask(program, args)
    const state = printed === null ? null : read(printed)
    if (state) return state
  }
  return { state: 'unknown', source: null }
}
