import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './link-button.module.css'

/** A link that looks like a button, in plain markup: for public pages, whose first view must be light. */
export function LinkButton({
  to,
  children,
  variant = 'filled',
}: {
  to: string
  children: ReactNode
  variant?: 'filled' | 'outline' | 'inverse' | 'quiet'
}) {
  return (
    <Link to={to} className={classes['button'] ?? ''} data-variant={variant}>
      {children}
    </Link>
  )
}
