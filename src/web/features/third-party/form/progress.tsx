import { Text } from '@mantine/core'
import { formWords as words } from './form-words.ts'
import classes from './progress.module.css'

/** How far one has come; it stays in sight while one works through the steps. */
export function Progress({ done, of }: { done: number; of: number }) {
  const steps = Array.from({ length: of }, (_, index) => index + 1)
  return (
    <div className={classes['progress']}>
      <Text size="sm" fw={600} role="status">
        {words.progress(done, of)}
      </Text>
      <div className={classes['bar']} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} className={classes['part']} data-done={step <= done || undefined} />
        ))}
      </div>
    </div>
  )
}
