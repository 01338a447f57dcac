import { IconCheck } from '@tabler/icons-react'
import words from '../../../../words/en/gate.ts'
import classes from '../plain.module.css'

/** The button that sends an answer at the gate, and says when that was right. */
export function GateButton({
  label,
  isBusy,
  isProven,
}: {
  label: string
  isBusy: boolean
  isProven: boolean
}) {
  return (
    <button type="submit" className={classes['button']} aria-busy={isBusy || undefined}>
      {isProven ? <IconCheck size="1.2em" aria-hidden /> : null}
      {isProven ? words.emailVerified : label}
    </button>
  )
}
