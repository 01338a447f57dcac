import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { passGate } from '../../api/link.ts'
import { RequestFailure } from '../../api/request.ts'
import { showToast } from '../../shared/ui/toast.ts'
import type { KeptPass } from './gate-pass.ts'
import classes from './plain.module.css'
import { emailVerifiedDelayMs, words } from './words.ts'

type GateFormProps = {
  formId: string
  /** Called as soon as the address is proven, to fetch ahead what comes next. */
  onProven?(): void
  /** Called once 'Email verified' has stood for a second. */
  onPassed(pass: KeptPass): void
  /** The link was closed, or is the visitor's own, since the page was opened. */
  onLinkChanged(): void
}

/** Proves the visitor's email; the server compares it (decisions, Verifications). */
export function GateForm({ formId, onProven, onPassed, onLinkChanged }: GateFormProps) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [pass, setPass] = useState<KeptPass | null>(null)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!pass) return
    const timer = setTimeout(() => onPassed(pass), emailVerifiedDelayMs)
    return () => clearTimeout(timer)
  }, [pass, onPassed])

  const refuse = (title: string, description: string) => {
    setError(description)
    showToast({ kind: 'error', title, description })
    field.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || pass) return
    if (email.trim() === '') return refuse(words.emailRequired, words.emailRequiredText)
    setError(null)
    setIsBusy(true)
    try {
      const passed = await passGate(formId, email)
      showToast({ kind: 'success', title: words.emailVerified })
      setPass({ ...passed, email: email.trim() })
      onProven?.()
    } catch (failure) {
      const problem = failure instanceof RequestFailure ? failure.problem : null
      if (problem?.code === 'link_closed' || problem?.code === 'owner_cannot_submit') onLinkChanged()
      if (problem) refuse(problem.title, problem.detail ?? problem.title)
      else refuse(words.gateFailed, words.gateFailedText)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <label htmlFor={id}>{words.email}</label>
      <p id={`${id}-hint`} className={classes['hint']}>
        {words.emailHint}
      </p>
      <input
        ref={field}
        id={id}
        className={classes['field']}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      {error ? (
        <p id={`${id}-error`} className={classes['error']}>
          {error}
        </p>
      ) : null}
      <button type="submit" className={classes['button']} aria-busy={isBusy || undefined}>
        {pass ? <IconCheck size="1.2em" aria-hidden /> : null}
        {pass ? words.emailVerified : words.continue}
      </button>
    </form>
  )
}
