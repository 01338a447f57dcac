import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let focusedPath: string | null = null

/**
 * For a page's h1, which must have tabIndex -1. After a navigation it takes the focus, so that the new page is read aloud from its start; on
 * the first page of a visit the browser's own start is left alone.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const moved = focusedPath !== null && focusedPath !== pathname
    const lost = document.activeElement === null || document.activeElement === document.body
    if (moved || (lost && focusedPath === pathname)) heading.current?.focus({ preventScroll: true })
    focusedPath = pathname
  }, [pathname])
  return heading
}
