/**
 * What this tab remembers across a reload. Where storage is closed (private modes, full disks) nothing is remembered
 * and nothing breaks.
 */
export const tabStorage = {
  /** The value kept under a key as it was parsed, to be judged by the reader; `null` when there is none. */
  read(key: string): unknown {
    try {
      const text = window.sessionStorage.getItem(key)
      return text === null ? null : JSON.parse(text)
    } catch {
      return null
    }
  },
  write(key: string, value: unknown): void {
    try {
      window.sessionStorage.setItem(key, JSON.stringify(value))
    } catch {
      // The page goes on without a memory.
    }
  },
  drop(key: string): void {
    try {
      window.sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  },
}
