import { Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './error-card.module.css'

/** Shows an error and the next step; `action` is a button or link. */
export function ErrorCard({
  title,
  children,
  action,
  order = 2,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** The heading's level: 1 when the card is the whole page. */
  order?: 1 | 2 | 3
}) {
  return (
    <Card className={classes['card']} role="alert">
      <Title order={order} size="h3" className={classes['title'] ?? ''}>
        {title}
      </Title>
      {children ? (
        <Text c="dimmed" mt="xs" component="div">
          {children}
        </Text>
      ) : null}
      {action ? <Group mt="lg">{action}</Group> : null}
    </Card>
  )
}
