/**
 * Blocks a form while a submission runs and for as long afterwards as the submission says (SIGNIN-4). `onChange` is told
 * when the form becomes busy and when it is free again.
 */
export function createBusyLock(onChange: (busy: boolean) => void) {
  let locked = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(busy: boolean) {
    locked = busy
    onChange(busy)
  }
  return {
    /** Runs a submission, unless the form is blocked. `run` answers for how many milliseconds it stays blocked afterwards; 0 frees it at once. */
    async hold(run: () => Promise<number>): Promise<void> {
      if (locked) return
      set(true)
      let afterMs = 0
      try {
        afterMs = await run()
      } finally {
        if (afterMs > 0) timer = setTimeout(() => set(false), afterMs)
        else set(false)
      }
    },
    /** For a form that goes away: nobody is told any more. */
    drop() {
      clearTimeout(timer)
    },
  }
}
