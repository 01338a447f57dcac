import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in prerendered markup and until the page's code runs; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
