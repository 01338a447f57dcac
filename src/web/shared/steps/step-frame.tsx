import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import words from '../../../words/en/steps.ts'
import { useTitleBefore } from '../ui/page-title.ts'
import classes from './step-frame.module.css'

type StepHeaderProps = {
  names: readonly string[]
  /** From 1. */
  number: number
  /** The names of earlier steps with missing parts. */
  unfinished?: readonly string[]
  aside?: ReactNode
  /** Whether the step was refused, which the page's title shows. */
  isFaulty?: boolean
}

/** The place of the seen part in a sentence that is otherwise only heard. */
const seen = '\0'

/** The position among the steps, announced when it changes. */
export function StepHeader({ names, number, unfinished = [], aside, isFaulty = false }: StepHeaderProps) {
  const name = names[number - 1] ?? ''
  useTitleBefore(words.title({ number, of: names.length, name }), isFaulty)
  const [before, after] = words.heard({ numberOf: seen, name }).split(seen)
  return (
    <div className={classes['header']}>
      <div className={classes['line']}>
        <Text component="div" size="sm" role="status" className={classes['where']}>
          {/* The bar below shows that it is a step. */}
          <strong>
            <VisuallyHidden component="span">{before}</VisuallyHidden>
            {words.numberOf({ number, of: names.length })}
          </strong>
          <VisuallyHidden>{after}</VisuallyHidden>
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
              <span className={classes['name']}>{isUnfinished ? <Unfinished name={name} /> : name}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Unfinished({ name }: { name: string }) {
  const [before, after] = words.unfinished({ name: seen }).split(seen)
  return (
    <>
      <VisuallyHidden>{before}</VisuallyHidden>
      {name}
      <VisuallyHidden>{after}</VisuallyHidden>
    </>
  )
}

type StepWaysProps = {
  isFirst: boolean
  isBusy: boolean
  onPrevious(): void
  /** The Next button, with the full width of its column. */
  children: ReactNode
}

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

/** The same value as in global.css. */
const newUnderFingerMs = 400

/** Lets the form around an element ignore presses for a moment, because something in it has moved under the finger. */
export function takeNoPress(element: Element | null): void {
  element?.closest('[data-new-under-finger]')?.animate({ pointerEvents: ['none', 'none'] }, newUnderFingerMs)
}

/**
 * For the heading of the current step, which must have tabIndex -1. When the step changes it takes the focus, so that a
 * screen reader reads the step from its start, and the page scrolls to its top, or to the heading where there is much
 * content above it; the first step of a visit isn't focused. A form with `data-new-under-finger` becomes new again.
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
    takeNoPress(heading.current)
    heading.current?.focus({ preventScroll: true })
    if (top === 'page') window.scrollTo({ top: 0 })
    else heading.current?.scrollIntoView({ block: 'start' })
  }, [step, top])
  return heading
}

/**
 * Runs a download once the page is idle, so that its result is ready when needed. A failure is ignored, because the
 * real use tries again.
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
