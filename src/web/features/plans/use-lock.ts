import { useCallback, useEffect, useRef, useState } from 'react'

/** Something that may not be pressed again at once. `hold` locks it for a time, `release` opens it early. */
export function useLock() {
  const [isLocked, setIsLocked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const release = useCallback(() => {
    clearTimeout(timer.current)
    setIsLocked(false)
  }, [])
  const hold = useCallback(
    (forMs: number) => {
      clearTimeout(timer.current)
      setIsLocked(true)
      timer.current = setTimeout(release, forMs)
    },
    [release],
  )
  return { isLocked, hold, release }
}
