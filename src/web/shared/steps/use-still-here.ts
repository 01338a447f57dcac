import { useCallback, useEffect, useRef } from 'react'

/**
 * Tells whether the page that asks is still there: what was pressed on it may be answered when the person has gone on to another one, and
 * must not lead them away from there (PAGE-42).
 */
export function useStillHere(): () => boolean {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(() => isHere.current, [])
}
