import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type MouseEvent, useId } from 'react'
import words from '../../../words/en/own-plan.ts'
import classes from './rest.module.css'

type Pressed = { isLocked: boolean; restMs: number | null; onPress(): void }

/**
 * A button that may not be pressed again at once: it keeps the focus, a line along its foot runs out with the time that is left, and who
 * listens hears how long it rests and when it is open again. `said` belongs beside the button.
 */
export function useRest({ isLocked, restMs, onPress }: Pressed) {
  const id = useId()
  const style = { '--rest': `${restMs ?? 0}ms` } as CSSProperties
  return {
    button: {
      'aria-disabled': isLocked,
      'aria-describedby': id,
      'data-disabled': isLocked,
      className: restMs === null ? '' : (classes['resting'] ?? ''),
      style,
      onClick(event: MouseEvent) {
        event.preventDefault()
        if (!isLocked) onPress()
      },
    },
    said: (
      <VisuallyHidden id={id}>
        {restMs === null ? null : words.rests({ seconds: restMs / 1000 })}
      </VisuallyHidden>
    ),
  }
}
