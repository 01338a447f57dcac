import { useCallback, useEffect, useRef, useState } from 'react'

/** Something that may not be pressed again at once. `hold` locks it for a time, which is `restMs` meanwhile; `release` opens it early. */
export function useLock() {
  const [restMs, setRestMs] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const release = useCallback(() => {
    clearTimeout(timer.current)
    setRestMs(null)
  }, [])
  const hold = useCallback(
    (forMs: number) => {
      clearTimeout(timer.current)
      setRestMs(forMs)
      timer.current = setTimeout(release, forMs)
    },
    [release],
  )
  return { isLocked: restMs !== null, restMs, hold, release }
}
