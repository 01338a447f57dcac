import { Card, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Reserves the space of a card while it loads. `words` is read by screen readers. */
export function LoadingCard({ words, lines = 3 }: { words: string; lines?: number }) {
  const rows = Array.from({ length: lines }, (_, row) => ({
    id: row,
    width: row === lines - 1 ? '65%' : '100%',
  }))
  return (
    <Card role="status">
      <VisuallyHidden>{words}</VisuallyHidden>
      <Stack gap="sm" aria-hidden="true">
        <Skeleton height={22} width="40%" />
        {rows.map((row) => (
          <Skeleton key={row.id} height={14} width={row.width} />
        ))}
      </Stack>
    </Card>
  )
}

/** States that a list is empty, and the next step. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Stack className={classes['empty']} align="center" gap="xs">
      <svg className={classes['drawing']} viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
        <path d="M20 10h34a6 6 0 0 1 6 6v42H26a6 6 0 0 1-6-6z" />
        <path d="M36 6h34a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6h-4" />
        <path d="M29 24h20M29 33h14M29 46h8" />
      </svg>
      <Text fw={600}>{title}</Text>
      {children ? (
        <Text c="dimmed" ta="center" maw="26rem" component="div">
          {children}
        </Text>
      ) : null}
      {action}
    </Stack>
  )
}
