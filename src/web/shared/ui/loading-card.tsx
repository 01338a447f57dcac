import { Card, Skeleton, Stack, VisuallyHidden } from '@mantine/core'

/** Holds the place of a card while it loads. `words` is what a screen reader says. */
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
