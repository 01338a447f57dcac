import { productName } from '../../../domain/product.ts'

type Parse<Value> = (stored: unknown, now: Date) => Value

/**
 * A value in this tab's storage, which survives a reload, one per id. Where storage is unavailable (private modes, full
 * disks), nothing is stored and nothing fails.
 * @param parse converts a stored value at `now`; it gets `null` when nothing is stored
 */
export function tabValue<Value>(name: string, parse: Parse<Value>) {
  return keptValue(() => window.sessionStorage, name, parse)
}

/** A value shared by all tabs of this browser, which survives their closing. */
export function browserValue<Value>(name: string, parse: Parse<Value>) {
  return keptValue(() => window.localStorage, name, parse)
}

/** Opening the storage throws where it is unavailable. */
function keptValue<Value>(open: () => Storage, name: string, parse: Parse<Value>) {
  const toKey = (id: string) => `${productName.toLowerCase()}.${name}.${id}`
  return {
    toKey,
    keep(id: string, value: NonNullable<Value>): void {
      try {
        open().setItem(toKey(id), JSON.stringify(value))
      } catch {
        // The page works without stored values.
      }
    },
    drop(id: string): void {
      try {
        open().removeItem(toKey(id))
      } catch {
        // Storage is unavailable, so it is empty.
      }
    },
    find(id: string): Value {
      let stored: unknown = null
      try {
        stored = JSON.parse(open().getItem(toKey(id)) ?? 'null')
      } catch {
        // Storage is unavailable, or has another value.
      }
      return parse(stored, new Date())
    },
  }
}
