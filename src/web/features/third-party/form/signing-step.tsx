import { Paper, Stack, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './signing-step.module.css'

type SigningStepProps = { number: number; title: string; isDone: boolean; children: ReactNode }

/** One of the steps to sign it, with a tick once it is done. */
export function SigningStep({ number, title, isDone, children }: SigningStepProps) {
  return (
    <Paper component="section" className={classes['step']}>
      <Title order={2} size="h3" className={classes['title']}>
        <span className={classes['number']} data-done={isDone || undefined} aria-hidden="true">
          {isDone ? <IconCheck size="1em" stroke={2.5} /> : number}
        </span>
        {title}
        {isDone ? <VisuallyHidden> (done)</VisuallyHidden> : null}
      </Title>
      <Stack gap="md">{children}</Stack>
    </Paper>
  )
}
