import { LinkButton } from '../../shared/ui/link-button.tsx'
import type { LinkFault } from './link-fault.ts'
import classes from './plain.module.css'
import { words } from './words.ts'

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

/** A link with nothing to do behind it any more, and nothing personal either. */
export function LinkOver({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <section className={classes['card']}>
      <h1>{title}</h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className={classes['ways']}>
        <LinkButton to="/" variant="outline">
          {words.returnHome}
        </LinkButton>
      </div>
    </section>
  )
}
