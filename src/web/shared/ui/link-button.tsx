import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './link-button.module.css'

/** A link that looks like a button, in plain markup: for public pages, whose first view must be light. */
export function LinkButton({
  to,
  state,
  children,
  variant = 'filled',
}: {
  to: string
  /** What the next page is told. */
  state?: unknown
  children: ReactNode
  variant?: 'filled' | 'outline' | 'inverse' | 'quiet'
}) {
  return (
    <Link to={to} state={state} className={classes['button'] ?? ''} data-variant={variant}>
      {children}
    </Link>
  )
}
