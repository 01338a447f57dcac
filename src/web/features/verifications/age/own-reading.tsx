import { useMemo } from 'react'
import { isCalendarDate } from '../../../../domain/calendar-date.ts'
import { callOwnReading } from '../../../api/evidence.ts'
import { ReadingStatus, useReading } from '../../../shared/reading/reading-status.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import type { WizardForm } from '../wizard/wizard-values.ts'

/** Shows the result of reading the creator's ID, compared with the data of the first step. */
export default function OwnReading({ form, id }: { form: WizardForm; id: Upload }) {
  const { fullName, dateOfBirth, signatureDate: today } = form.values
  const calls = useMemo(() => {
    const isTyped = fullName.trim() !== '' && isCalendarDate(dateOfBirth) && isCalendarDate(today)
    return isTyped ? callOwnReading({ fullName, dateOfBirth, today }) : null
  }, [fullName, dateOfBirth, today])
  const { state, lookAgain: again } = useReading(
    id.state.phase === 'stored' ? id.state.document.id : null,
    calls,
  )
  return <ReadingStatus state={state} mayDeclare onBetter={id.clear} onAgain={again} />
}
