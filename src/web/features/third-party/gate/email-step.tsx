import type { FormEvent } from 'react'
import type { GateAnswer } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/gate.ts'
import { request } from '../../../api/request.ts'
import classes from '../plain.module.css'
import { PlainField } from '../plain-field.tsx'
import { GateButton } from './gate-button.tsx'
import { useGateAttempt } from './use-gate-attempt.ts'

type EmailStepProps = {
  formId: string
  email: string
  isProven: boolean
  onEmail(email: string): void
  onAnswer(answer: GateAnswer): void
  onLinkChanged(): void
}

/** Asks for the address; the server compares it (GATE-4). */
export function EmailStep({ formId, email, isProven, onEmail, onAnswer, onLinkChanged }: EmailStepProps) {
  const { field, error, isBusy, refuse, attempt } = useGateAttempt(onLinkChanged)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isProven) return
    if (email.trim() === '') return refuse(words.emailRequired, words.emailRequiredText)
    const visit = { params: { id: formId }, json: { email } }
    void attempt(async () => onAnswer(await request('POST /api/public/verifications/:id/gate', visit)))
  }

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <PlainField
        ref={field}
        label={words.email}
        hint={words.emailHint}
        error={error}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={onEmail}
      />
      <GateButton label={words.continue} isBusy={isBusy} isProven={isProven} />
    </form>
  )
}
