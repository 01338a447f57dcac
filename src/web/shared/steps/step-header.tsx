import { Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import words from '../../../words/en/steps.ts'
import classes from './step-header.module.css'

type StepHeaderProps = {
  names: readonly string[]
  /** From 1. */
  number: number
  /** The names of the steps before this one in which something is still missing. */
  unfinished?: readonly string[]
  /** What is to stay in reach from every step. */
  aside?: ReactNode
}

/** Where one is among the steps, said aloud when it changes. */
export function StepHeader({ names, number, unfinished = [], aside }: StepHeaderProps) {
  return (
    <div className={classes['header']}>
      <div className={classes['line']}>
        <Text component="div" size="sm" role="status" className={classes['where']}>
          <strong>{words.stepOf({ number, of: names.length })}</strong>
          <span className={classes['here']}>{` · ${names[number - 1]}`}</span>
        </Text>
        {aside}
      </div>
      <ol className={classes['steps']}>
        {names.map((name, index) => {
          const isUnfinished = index + 1 < number && unfinished.includes(name)
          return (
            <li
              key={name}
              data-passed={index + 1 <= number || undefined}
              data-unfinished={isUnfinished || undefined}
              aria-current={index + 1 === number ? 'step' : undefined}
            >
              <span className={classes['name']}>
                {name}
                {isUnfinished ? <VisuallyHidden>{`, ${words.unfinished}`}</VisuallyHidden> : null}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
