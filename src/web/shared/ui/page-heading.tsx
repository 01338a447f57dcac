import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import classes from './page-heading.module.css'

let focusedPath: string | null = null

/**
 * The page's h1. After a navigation it takes the focus, so that the new page is read aloud from its start; on the first page of a visit
 * the browser's own start is left alone.
 */
export function PageHeading({
  children,
  lead,
  aside,
}: {
  children: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
  /** What stands across from the heading, such as a button. */
  aside?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const moved = focusedPath !== null && focusedPath !== pathname
    const lost = document.activeElement === null || document.activeElement === document.body
    if (moved || (lost && focusedPath === pathname)) heading.current?.focus({ preventScroll: true })
    focusedPath = pathname
  }, [pathname])
  return (
    <header className={classes['header']}>
      <div className={classes['line']}>
        <h1 ref={heading} tabIndex={-1} className={classes['heading']}>
          {children}
        </h1>
        {aside}
      </div>
      {lead ? <p className={classes['lead']}>{lead}</p> : null}
    </header>
  )
}
