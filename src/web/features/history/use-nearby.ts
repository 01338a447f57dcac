import { type RefObject, useEffect, useRef, useState } from 'react'

/** How far outside the visible part of the page something still counts as near: about two screens. */
const margin = '1500px 0px'

/**
 * Whether an element is in the visible part of the page or about to come there. Something that holds the keyboard's focus stays near, or the
 * focus would be lost with it.
 *
 * @param onLeaving gets the element's height when it ceases to be near
 */
export function useNearby(
  initially: boolean,
  onLeaving: (heightPx: number) => void,
): { element: RefObject<HTMLUListElement | null>; isNear: boolean } {
  const element = useRef<HTMLUListElement>(null)
  const [isNear, setIsNear] = useState(initially)
  const leaving = useRef(onLeaving)
  useEffect(() => {
    leaving.current = onLeaving
  })
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    let wasNear = initially
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1)
        if (!latest) return
        const near = latest.isIntersecting || observed.contains(document.activeElement)
        if (wasNear && !near) leaving.current(latest.boundingClientRect.height)
        wasNear = near
        setIsNear(near)
      },
      { rootMargin: margin },
    )
    observer.observe(observed)
    return () => observer.disconnect()
  }, [initially])
  return { element, isNear }
}
