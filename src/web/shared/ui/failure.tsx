import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Why an action failed, to be placed below the button: above it, it would shift the button under the finger. It scrolls
 * into view.
 */
export function Failure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert ref={showWhole} color="red" role="alert" title={title}>
      {children}
    </Alert>
  )
}

function showWhole(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
