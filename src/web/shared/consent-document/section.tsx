import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One headed part of the document. */
export function Section({
  title,
  titleId,
  order = 2,
  children,
}: {
  title: string
  /** Where the title names something in the part. */
  titleId?: string
  /** The level of its heading, as large as what it stands in. */
  order?: 2 | 3
  children: ReactNode
}) {
  return (
    <section className={classes['section']}>
      <Title order={order} className={classes['title']} {...(titleId ? { id: titleId } : {})}>
        {title}
      </Title>
      {children}
    </section>
  )
}
