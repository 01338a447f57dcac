import words from '../../../words/en/gate.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import type { LinkFault } from './link-fault.ts'
import classes from './plain.module.css'

/** A link that does not open, and what can be done. */
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
  /** The record that it became, which its third party can have a new link to. */
  recordId?: string
}

/** A link with nothing to do behind it any more, and nothing personal either. */
export function LinkOver({ title, sentences, recordId }: LinkOverProps) {
  return (
    <section className={classes['card']}>
      <h1>{title}</h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className={classes['ways']}>
        {recordId ? <LinkButton to={`/records/${recordId}`}>{words.newLink}</LinkButton> : null}
        <LinkButton to="/" variant="outline">
          {words.returnHome}
        </LinkButton>
      </div>
    </section>
  )
}
