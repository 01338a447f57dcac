import { useEffect, useEffectEvent, useRef } from 'react'
import type { CalendarDate } from '../../../../domain/calendar-date.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import { onLookAtDay } from '../../../shared/time/use-local-day.ts'
import { moveToToday } from './signing-day.ts'
import type { WizardForm } from './wizard-form.ts'

/**
 * Keeps the signature's date on today, also in a page that stays open over midnight.
 * Answers a function that does so at once and gives the date: for the moment of signing.
 */
export function useSigningDay(form: WizardForm): () => CalendarDate {
  const filledIn = useRef(form.values.signatureDate)
  const moveOn = () => {
    const date = form.getValues().signatureDate
    const moved = moveToToday({ date, filledIn: filledIn.current }, toLocalDay(new Date()))
    filledIn.current = moved.filledIn
    if (moved.date !== date) form.setFieldValue('signatureDate', moved.date)
    return moved.date
  }
  const look = useEffectEvent(() => void moveOn())
  useEffect(() => onLookAtDay(() => look()), [])
  return moveOn
}
