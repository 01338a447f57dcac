import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { usePlace } from './use-place.ts'

/**
 * Once there is a path to leave steps for: goes back to the entry that they began on and puts that path in its place. Back then leaves the
 * page, and no step is left below.
 */
export function useLeaveFor(path: string | null): void {
  const { place, back } = usePlace()
  const navigate = useNavigate()
  const depth = place.depth ?? 0
  const leave = useEffectEvent((to: string) => (depth > 0 ? back(depth) : navigate(to, { replace: true })))
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again on the entry that Back has led to.
  useEffect(() => {
    if (path) void leave(path)
  }, [path, depth])
}
