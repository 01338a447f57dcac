import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One headed part of the document. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['section']}>
      <Title order={2} className={classes['title']}>
        {title}
      </Title>
      {children}
    </section>
  )
}
