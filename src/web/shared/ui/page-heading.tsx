import type { ReactNode } from 'react'
import classes from './page-heading.module.css'
import { useHeadingFocus } from './use-heading-focus.ts'

/** The page's h1, which takes the focus after a navigation, and what belongs beside it. */
export function PageHeading({
  children,
  lead,
  aside,
  compact = false,
}: {
  children: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
  /** What stands across from the heading, such as a button. */
  aside?: ReactNode
  /** Small, where it was read before and the page goes on. */
  compact?: boolean
}) {
  const heading = useHeadingFocus()
  return (
    <header className={classes['header']} data-compact={compact || undefined}>
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
