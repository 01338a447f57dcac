import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import words from '../../../words/en/steps.ts'
import classes from './step-ways.module.css'

type StepWaysProps = {
  isFirst: boolean
  isBusy: boolean
  onPrevious(): void
  /** The way on: a button as wide as its place. */
  children: ReactNode
}

/** The two ways out of a step. */
export function StepWays({ isFirst, isBusy, onPrevious, children }: StepWaysProps) {
  return (
    <div className={classes['ground']}>
      <Group className={classes['ways']}>
        <Button
          variant="default"
          size="lg"
          disabled={isFirst || isBusy}
          onClick={onPrevious}
          className={classes['previous']}
        >
          {words.previous}
        </Button>
        {children}
      </Group>
    </div>
  )
}
