import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One headed part of the document. */
export function Section({
  title,
  titleId,
  children,
}: {
  title: string
  /** Where the title names something in the part. */
  titleId?: string
  children: ReactNode
}) {
  return (
    <section className={classes['section']}>
      <Title order={2} className={classes['title']} {...(titleId ? { id: titleId } : {})}>
        {title}
      </Title>
      {children}
    </section>
  )
}
