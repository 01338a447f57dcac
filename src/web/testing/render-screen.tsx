import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { render, renderHook } from 'vitest-browser-react/pure'
import { queryClient } from '../api/verifications.ts'
import { LazyToastRegion } from '../app/session-events.tsx'
import { writtenTheme } from '../theme/written-theme.ts'

/**
 * Renders a screen at `path` like the product, with toasts; every other address shows its path.
 *
 * @param pattern the path with the names of its parameters
 */
export async function renderScreen(element: ReactNode, path = '/here', pattern = path.replace(/\?.*/, '')) {
  const router = createMemoryRouter(
    [
      { path: pattern, element },
      { path: '*', element: <p>Another page</p> },
    ],
    { initialEntries: [path] },
  )
  const screen = await render(
    <Around>
      <RouterProvider router={router} />
    </Around>,
  )
  return { ...screen, router, path: () => router.state.location.pathname }
}

export function renderHere<Result, Props>(hook: (props?: Props) => Result, initialProps?: Props) {
  return renderHook<Props, Result>(hook, { wrapper: Around, initialProps })
}

function Around({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={writtenTheme}>
      <QueryClientProvider client={queryClient}>
        {children}
        <LazyToastRegion />
      </QueryClientProvider>
    </MantineProvider>
  )
}
