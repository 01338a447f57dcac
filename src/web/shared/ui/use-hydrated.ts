import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False in prerendered markup and until the page's code runs; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
