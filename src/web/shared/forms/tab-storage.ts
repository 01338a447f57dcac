import { productName } from '../../../domain/product.ts'

type Parse<Value> = (stored: unknown, now: Date) => Value

/**
 * A value that this tab keeps across a reload, one for each id. Where storage is closed (private modes, full disks)
 * nothing is kept and nothing breaks.
 * @param parse what a stored value is worth at `now`; it gets `null` when nothing is stored
 */
export function tabValue<Value>(name: string, parse: Parse<Value>) {
  return keptValue(() => window.sessionStorage, name, parse)
}

/** A value that all tabs of this browser keep, also when they are closed. */
export function browserValue<Value>(name: string, parse: Parse<Value>) {
  return keptValue(() => window.localStorage, name, parse)
}

/** Opening a storage throws where it is closed. */
function keptValue<Value>(open: () => Storage, name: string, parse: Parse<Value>) {
  const toKey = (id: string) => `${productName.toLowerCase()}.${name}.${id}`
  return {
    keep(id: string, value: NonNullable<Value>): void {
      try {
        open().setItem(toKey(id), JSON.stringify(value))
      } catch {
        // The page goes on without a memory.
      }
    },
    drop(id: string): void {
      try {
        open().removeItem(toKey(id))
      } catch {
        // Storage is closed: nothing was kept.
      }
    },
    find(id: string): Value {
      let stored: unknown = null
      try {
        stored = JSON.parse(open().getItem(toKey(id)) ?? 'null')
      } catch {
        // Storage is closed, or holds something else.
      }
      return parse(stored, new Date())
    },
  }
}
