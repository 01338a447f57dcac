import words from '../../words/en/frame.ts'
import { ReloadLink } from '../shared/ui/reload-link.tsx'
import classes from './broken-page.module.css'

/** Stands hidden on every page; its start shows it when its scripts did not arrive. Where no script may run, the page says that. */
export function NotStarted() {
  return (
    <>
      <p id="not-started" hidden role="alert" className={classes['notStarted']}>
        {words.failure.notStarted} <ReloadLink>{words.failure.reload}</ReloadLink>
      </p>
      <noscript>
        <p className={classes['notStarted']}>{words.failure.noScript}</p>
      </noscript>
    </>
  )
}
