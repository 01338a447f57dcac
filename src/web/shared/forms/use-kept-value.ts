import { useEffect, useEffectEvent } from 'react'
import { beforeReload } from '../before-reload.ts'
import { tabValue } from './tab-storage.ts'

const kept = tabValue('kept', (stored) => stored)

/**
 * Keeps what was typed into a part that may be closed, or what was proven, while the page loads again in another
 * language.
 *
 * @param value null for nothing to keep
 * @param restore called once, after the reload
 */
export function useKeptValue<Value extends NonNullable<unknown>>(
  name: string,
  value: Value | null,
  restore: (value: Value) => void,
): void {
  const keep = useEffectEvent(async () => {
    if (value !== null) kept.keep(name, value)
  })
  const take = useEffectEvent(restore)
  useEffect(() => {
    const found = kept.find(name)
    kept.drop(name)
    if (found !== null) take(found as Value)
    return beforeReload(() => keep())
  }, [name])
}
