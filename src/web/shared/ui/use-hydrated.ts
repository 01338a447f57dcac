import { useSyncExternalStore } from 'react'

const neverChange = () => () => {}

/** False in prerendered markup and until the page's code runs; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChange,
    () => true,
    () => false,
  )
}
