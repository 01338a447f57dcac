import { ReloadLink } from '../shared/ui/reload-link.tsx'
import classes from './broken-page.module.css'
import { failureWords as words } from './page-failure-words.ts'

/** Stands hidden on every page; the page's start shows it when its scripts did not arrive, so that nobody waits for them. */
export function NotStarted() {
  return (
    <p id="not-started" hidden role="alert" className={classes['notStarted']}>
      {words.notStarted} <ReloadLink>{words.reload}</ReloadLink>
    </p>
  )
}
