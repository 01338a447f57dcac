import { Box, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

let focusedPath: string | null = null

/**
 * The page's h1. After a navigation it takes the focus, so that the new page is read aloud from its start; on the first page of a visit
 * the browser's own start is left alone.
 */
export function PageHeading({
  children,
  lead,
  aside,
}: {
  children: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
  /** What stands across from the heading, such as a button. */
  aside?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const moved = focusedPath !== null && focusedPath !== pathname
    const lost = document.activeElement === null || document.activeElement === document.body
    if (moved || (lost && focusedPath === pathname)) heading.current?.focus({ preventScroll: true })
    focusedPath = pathname
  }, [pathname])
  return (
    <Box component="header" mb="xl">
      <Box
        display="flex"
        style={{
          justifyContent: 'space-between',
          alignItems: 'start',
          gap: 'var(--mantine-spacing-md)',
          flexWrap: 'wrap',
        }}
      >
        <Title order={1} ref={heading} tabIndex={-1}>
          {children}
        </Title>
        {aside}
      </Box>
      {lead ? (
        <Text c="dimmed" size="lg" mt="xs" maw="var(--assent-measure)">
          {lead}
        </Text>
      ) : null}
    </Box>
  )
}
