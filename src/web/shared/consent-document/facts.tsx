import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** A short list of named facts, such as one party's details. */
export function Facts({
  title,
  facts,
}: {
  title?: string
  facts: readonly { name: string; value: ReactNode }[]
}) {
  return (
    <div>
      {title ? (
        <Title order={3} mb="xs">
          {title}
        </Title>
      ) : null}
      <dl className={classes['facts']}>
        {facts.map(({ name, value }) => (
          <div key={name} className={classes['fact']}>
            <dt className={classes['name']}>{name}</dt>
            <dd className={classes['value']}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function Section({
  title,
  titleId,
  order = 2,
  children,
}: {
  title: string
  /** The id of the title, for a reference from the part. */
  titleId?: string
  /** The level of its heading, which fits the surrounding page. */
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
