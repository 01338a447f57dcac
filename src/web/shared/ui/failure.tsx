import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Why a press failed, for the place below the button: above it, it would push the button away from under the finger.
 * It is brought into sight.
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
