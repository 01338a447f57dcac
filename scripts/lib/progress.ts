/** Where progress is shown: a terminal, whose line is written over, or a log, which gets a line now and then. */
export type ProgressOutput = { isTTY?: boolean; write(text: string): unknown }

export type Progress = {
  /** Begins to count towards `total`, of which `done` were there before. */
  start(what: string, total: number, done?: number): void
  add(count: number): void
  /** Leaves the last state as a line of its own. */
  end(): void
}

const terminalMs = 100
const logMs = 5000

/**
 * Says how far something is: at once on a terminal, every five seconds in a log, and at its end.
 * @param show how a count is put into words
 * @param nowMs milliseconds of a clock that only goes on
 */
export function createProgress(
  output: ProgressOutput,
  show: (count: number) => string = (count) => String(count),
  nowMs: () => number = () => performance.now(),
): Progress {
  const everyMs = output.isTTY ? terminalMs : logMs
  let state: { what: string; total: number; done: number; before: number; begunMs: number } | null = null
  let shownMs = 0

  function line(): string {
    if (!state) return ''
    const { what, total, done, before, begunMs } = state
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total)
    const perSecond = Math.round((done - before) / Math.max(0.001, (nowMs() - begunMs) / 1000))
    return `${what}: ${show(done)} of ${show(total)} (${percent} %), ${show(perSecond)} a second`
  }

  return {
    start(what, total, done = 0) {
      state = { what, total, done, before: done, begunMs: nowMs() }
      shownMs = nowMs()
    },
    add(count) {
      if (!state) return
      state.done += count
      if (nowMs() - shownMs < everyMs) return
      shownMs = nowMs()
      output.write(output.isTTY ? `\r\x1b[2K${line()}` : `${line()}\n`)
    },
    end() {
      if (state) output.write(output.isTTY ? `\r\x1b[2K${line()}\n` : `${line()}\n`)
      state = null
    },
  }
}
