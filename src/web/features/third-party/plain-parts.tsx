import { IconCheck } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import type { Problem } from '../../../contract/problem.ts'
import choiceWords from '../../../words/en/email-choices.ts'
import words from '../../../words/en/gate.ts'
import { describeFailure, findProblem, request } from '../../api/request.ts'
import { useAction } from '../../shared/effects.ts'
import { useLostFocus } from '../../shared/focus.ts'
import { LinkButton, useHeadingFocus } from '../../shared/ui/page-frame.tsx'
import { useTitleBefore } from '../../shared/ui/page-title.ts'
import { ButtonElement } from '../../theme/button.tsx'
import type { LinkFault } from './gate/link-fault.ts'
import classes from './plain.module.css'

/** A link that can't be opened, and the next step. */
export function LinkFailed({ fault, onRetry }: { fault: LinkFault; onRetry(): void }) {
  return (
    <section className={classes['card']} data-error role="alert">
      <h1>{words.failed}</h1>
      <p>{fault.message}</p>
      <div className={classes['ways']}>
        {fault.canRetry ? (
          <button type="button" className={classes['button']} onClick={onRetry}>
            {words.tryAgain}
          </button>
        ) : null}
        <LinkButton to="/" variant={fault.canRetry ? 'outline' : 'filled'}>
          {words.returnHome}
        </LinkButton>
      </div>
    </section>
  )
}

type LinkOverProps = {
  title: string
  sentences: readonly string[]
  /** The way on, to the resulting record. */
  way?: { to: string; label: string }
}

/** A link that can no longer be used, without personal data. */
export function LinkOver({ title, sentences, way }: LinkOverProps) {
  const heading = useHeadingFocus()
  return (
    <section className={classes['card']}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className={classes['ways']}>
        {way ? <LinkButton to={way.to}>{way.label}</LinkButton> : null}
        <LinkButton to="/" variant="outline">
          {words.returnHome}
        </LinkButton>
      </div>
    </section>
  )
}

/** Blocks the sender of a link, or reports it, with one press each (BLOCK-2, REPORT-1). */
export function BlockAndReport({ formId }: { formId: string }) {
  const [done, setDone] = useState<string[]>([])
  const { isBusy, failure, run } = useAction(describeFailure)
  const results = useLostFocus<HTMLDivElement>(done.length)
  const params = { id: formId }
  const act = (result: string, send: () => Promise<unknown>) =>
    void run(async () => {
      await send()
      setDone((before) => [...before, result])
    })
  return (
    <>
      <div className={classes['choices']}>
        {done.includes(choiceWords.blocked) ? null : (
          <ButtonElement
            className={classes['second']}
            data-disabled={isBusy}
            onClick={() =>
              act(choiceWords.blocked, () => request('POST /api/public/verifications/:id/block', { params }))
            }
          >
            {choiceWords.sender.block}
          </ButtonElement>
        )}
        {done.includes(choiceWords.reported) ? null : (
          <ButtonElement
            className={classes['second']}
            data-disabled={isBusy}
            onClick={() =>
              act(choiceWords.reported, () =>
                request('POST /api/public/verifications/:id/report', { params }),
              )
            }
          >
            {choiceWords.report.button}
          </ButtonElement>
        )}
      </div>
      <div ref={results} tabIndex={-1} role="status">
        {done.map((result) => (
          <p key={result}>{result}</p>
        ))}
      </div>
      {failure ? (
        <p role="alert" className={classes['error']}>
          {failure}
        </p>
      ) : null}
    </>
  )
}

type FieldError = { title: string; description: string }

type PlainFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  hint: ReactNode
  error: FieldError | null
  onChange(text: string): void
}

/** A field for an address or a code, with its hint and its error, in plain markup. */
export function PlainField({ label, hint, error, onChange, ...input }: PlainFieldProps) {
  const id = useId()
  useTitleBefore(null, error !== null)
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className={classes['hint']}>
        {hint}
      </p>
      <input
        {...input}
        id={id}
        dir="ltr"
        className={classes['field']}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className={classes['error']}>
          <strong>{error.title}</strong>
          <br />
          {error.description}
        </p>
      ) : null}
    </>
  )
}

/** The button that sends an answer at the gate, and then shows that it was right. */
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

/**
 * Runs one attempt at the gate at a time. A refusal is shown and announced at the field, and moves the focus to it.
 * `onLinkChanged` is called when the link turns out to be closed, or the visitor's own. `explain` returns what the page
 * says instead of the server's answer, or null.
 */
export function useGateAttempt(
  onLinkChanged: () => void,
  explain: (problem: Problem) => FieldError | null = () => null,
) {
  const field = useRef<HTMLInputElement>(null)
  const { isBusy, failure, setFailure, run } = useAction((error): FieldError => {
    field.current?.focus()
    const problem = findProblem(error)
    if (problem?.code === 'link_closed' || problem?.code === 'owner_cannot_submit') onLinkChanged()
    const own = problem && explain(problem)
    if (own) return own
    return problem
      ? { title: problem.title, description: problem.detail ?? problem.title }
      : { title: words.gateFailed, description: words.gateFailedText }
  })

  const refuse = (title: string, description: string) => {
    setFailure({ title, description })
    field.current?.focus()
  }

  return { field, error: failure, isBusy, refuse, attempt: run }
}
