import { toReference, type VerificationKind } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/gate.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import classes from '../plain.module.css'
import { GateForm } from './gate-form.tsx'
import type { KeptPass } from './gate-pass.ts'

type GatePageProps = {
  type: VerificationKind
  /** Null while the link is being looked up: everything but the question is there already. */
  gate: {
    formId: string
    /** The earlier pass ended: says so, that nobody thinks their work is lost. */
    hasEnded: boolean
    onProven(): void
    onPassed(pass: KeptPass): void
    onLinkChanged(): void
  } | null
}

/** What a stranger sees first: what this is, the one question before it, and what is coming. Nothing personal is known here yet. */
export function GatePage({ type, gate }: GatePageProps) {
  return (
    <>
      <PageHeading lead={words.gateLead[type]}>{words.titles[type]}</PageHeading>
      {gate?.hasEnded ? (
        <div className={classes['note']} role="status">
          <p>{words.passEnded}</p>
          <p>{words.passEndedText}</p>
        </div>
      ) : null}
      <section className={classes['card']}>
        {gate ? (
          <>
            <h2>{words.gateTitle}</h2>
            <GateForm {...gate} />
            <p className={classes['reference']}>{words.reference({ reference: toReference(gate.formId) })}</p>
          </>
        ) : (
          <p className={classes['loading']} role="status">
            {words.loading}
          </p>
        )}
      </section>
      <section className={classes['part']}>
        <h2>{words.expect}</h2>
        <ol className={classes['steps']}>
          {words.expectSteps.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </section>
    </>
  )
}
