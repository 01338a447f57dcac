import type { ReactNode } from 'react'
import classes from './component-samples-page.module.css'

/** Some samples under one heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['group']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** One component in one state, with its name above. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={classes['sample']}>
      <figcaption>{name}</figcaption>
      {children}
    </figure>
  )
}

/** Samples side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={classes['row']}>{children}</div>
}
