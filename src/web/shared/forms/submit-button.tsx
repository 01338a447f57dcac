import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './submit-button.module.css'

/** The button that sends a form. Until the page's code runs it cannot be pressed, but already looks as it will. */
export function SubmitButton({
  children,
  busy,
  ready = true,
  fullWidth = true,
}: {
  children: ReactNode
  busy: boolean
  ready?: boolean
  fullWidth?: boolean
}) {
  return (
    <Button
      type="submit"
      fullWidth={fullWidth}
      loading={busy}
      disabled={!ready}
      className={classes['submit']}
      mod={{ starting: !ready }}
    >
      {children}
    </Button>
  )
}
