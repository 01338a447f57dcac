import { Text } from '@mantine/core'
import { formWords as words } from './form-words.ts'
import classes from './progress.module.css'

const steps = [1, 2, 3, 4, 5] as const

/** How far one has come; it stays in sight while one works through the steps. */
export function Progress({ done }: { done: number }) {
  return (
    <div className={classes['progress']}>
      <Text size="sm" fw={600} role="status">
        {words.progress(done)}
      </Text>
      <div className={classes['bar']} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} className={classes['part']} data-done={step <= done || undefined} />
        ))}
      </div>
    </div>
  )
}
