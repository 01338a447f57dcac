import type { ReactNode } from 'react'
import classes from './disclosure.module.css'

/** Rarely needed content, collapsed behind one line that looks like a link. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className={classes['title']}>{title}</summary>
      {children}
    </details>
  )
}
