import { productName } from '../../../domain/product.ts'

/**
 * What this tab remembers across a reload. Where storage is closed (private modes, full disks) nothing is remembered
 * and nothing breaks.
 */
export const tabStorage = {
  /** The parsed value kept under a key, to be judged by the reader; `null` without one. */
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
      // Storage is closed: nothing was kept.
    }
  },
}

/**
 * A value that this tab keeps across a reload, one for each id.
 * @param parse what a stored value is worth at `now`; it gets `null` when nothing is stored
 */
export function tabValue<Value>(name: string, parse: (stored: unknown, now: Date) => Value) {
  const toKey = (id: string) => `${productName.toLowerCase()}.${name}.${id}`
  return {
    keep: (id: string, value: NonNullable<Value>) => tabStorage.write(toKey(id), value),
    drop: (id: string) => tabStorage.drop(toKey(id)),
    find: (id: string) => parse(tabStorage.read(toKey(id)), new Date()),
  }
}
