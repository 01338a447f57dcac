import words from '../../words/en/frame.ts'
import { ReloadLink } from '../shared/ui/page-frame.tsx'
import classes from './broken-page.module.css'

/**
 * Stands in for a page that threw or whose code did not arrive: a reload is the way on. Plain markup, so that nothing
 * more can fail.
 */
export function BrokenPage() {
  return (
    <main id="main" tabIndex={-1} className={classes['page']}>
      <h1>{words.pageFailure.brokenPage}</h1>
      <p role="alert">{words.pageFailure.brokenPageNext}</p>
      <p className={classes['ways']}>
        <button type="button" className={classes['reload']} onClick={() => window.location.reload()}>
          {words.pageFailure.reload}
        </button>
        <a href="/">{words.pageFailure.home}</a>
      </p>
    </main>
  )
}

/**
 * Stands hidden on every page; its start shows it when its scripts did not arrive. Where no script may run, the page
 * says that.
 */
export function NotStarted() {
  return (
    <>
      <p id="not-started" hidden role="alert" className={classes['notStarted']}>
        {words.pageFailure.notStarted} <ReloadLink>{words.pageFailure.reload}</ReloadLink>
      </p>
      <noscript>
        <p className={classes['notStarted']}>{words.pageFailure.noScript}</p>
      </noscript>
    </>
  )
}
