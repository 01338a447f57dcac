import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import words from '../../../words/en/steps.ts'
import { useTitleBefore } from '../ui/page-title.ts'
import classes from './step-frame.module.css'

type StepHeaderProps = {
  names: readonly string[]
  /** From 1. */
  number: number
  /** The names of the steps before this one in which something is still missing. */
  unfinished?: readonly string[]
  /** An element that is shown in every step. */
  aside?: ReactNode
  /** Whether the step was refused: the page's title says so. */
  isFaulty?: boolean
}

/** Where one is among the steps, said aloud when it changes. */
export function StepHeader({ names, number, unfinished = [], aside, isFaulty = false }: StepHeaderProps) {
  useTitleBefore(words.title({ number, of: names.length, name: names[number - 1] ?? '' }), isFaulty)
  return (
    <div className={classes['header']}>
      <div className={classes['line']}>
        <Text component="div" size="sm" role="status" className={classes['where']}>
          <strong>{words.stepOf({ number, of: names.length })}</strong>
          <VisuallyHidden>{`, ${names[number - 1]}`}</VisuallyHidden>
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

/** As in global.css. */
const newUnderFingerMs = 400

/**
 * For the heading of the present step, which must have tabIndex -1. When the step changes it takes the focus, so that
 * the step is read aloud from its start, and the page goes to its top, or to the heading where much stands above it;
 * the first step of a visit is left alone. A form marked as new under the finger is new again.
 */
export function useStepFocus(
  step: string | number,
  top: 'page' | 'heading',
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current
      ?.closest('[data-new-under-finger]')
      ?.animate({ pointerEvents: ['none', 'none'] }, newUnderFingerMs)
    heading.current?.focus({ preventScroll: true })
    if (top === 'page') window.scrollTo({ top: 0 })
    else heading.current?.scrollIntoView({ block: 'start' })
  }, [step, top])
  return heading
}

/**
 * Runs a download once the page has settled, so that what it fetches is there when it is wanted. A failure is left to
 * the real use.
 */
export function useIdleDownload(download: () => Promise<unknown>): void {
  useEffect(() => {
    const run = () => {
      download().catch(() => {})
    }
    if (typeof window.requestIdleCallback === 'function') {
      const handle = window.requestIdleCallback(run, { timeout: 3000 })
      return () => window.cancelIdleCallback(handle)
    }
    const timer = setTimeout(run, 1000)
    return () => clearTimeout(timer)
  }, [download])
}
