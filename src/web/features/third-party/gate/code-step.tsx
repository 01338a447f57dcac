import { type FormEvent, useEffect, useState } from 'react'
import type { GateAnswer } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/gate.ts'
import { request } from '../../../api/request.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import classes from '../plain.module.css'
import { PlainField } from '../plain-field.tsx'
import { GateButton } from './gate-button.tsx'
import { useGateAttempt } from './use-gate-attempt.ts'

type CodeStepProps = {
  formId: string
  email: string
  isProven: boolean
  onAnswer(answer: GateAnswer): void
  onOtherAddress(): void
  onLinkChanged(): void
}

/** Asks for the code that was mailed to the address. */
export function CodeStep({
  formId,
  email,
  isProven,
  onAnswer,
  onOtherAddress,
  onLinkChanged,
}: CodeStepProps) {
  const [code, setCode] = useState('')
  const { field, error, isBusy, refuse, attempt } = useGateAttempt(onLinkChanged)

  useEffect(() => field.current?.focus(), [field])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isProven) return
    if (code.replace(/\s/g, '').length !== 6) return refuse(words.codeRequired, words.codeRequiredText)
    const entry = { params: { id: formId }, json: { email, code } }
    void attempt(async () => onAnswer(await request('POST /api/public/verifications/:id/gate/code', entry)))
  }

  const askAgain = () =>
    attempt(async () => {
      const visit = { params: { id: formId }, json: { email } }
      const answer = await request('POST /api/public/verifications/:id/gate', visit)
      onAnswer(answer)
      if (!('codeSent' in answer)) return
      setCode('')
      field.current?.focus()
      showToast({ kind: 'success', title: words.newCodeSent, description: words.newCodeSentText })
    })

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <PlainField
        ref={field}
        label={words.code}
        hint={words.codeHint({ email })}
        error={error}
        type="text"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={code}
        onChange={setCode}
      />
      <GateButton label={words.confirm} isBusy={isBusy} isProven={isProven} />
      {isProven ? null : (
        <div className={classes['others']}>
          <button type="button" className={classes['quiet']} onClick={askAgain}>
            {words.newCode}
          </button>
          <button type="button" className={classes['quiet']} onClick={onOtherAddress}>
            {words.otherAddress}
          </button>
        </div>
      )}
    </form>
  )
}
