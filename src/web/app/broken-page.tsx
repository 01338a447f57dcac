import words from '../../words/en/page-failure.ts'
import classes from './broken-page.module.css'

/** Stands in for a page that threw or whose code did not arrive: a reload is the way on. Plain markup, so that nothing more can fail. */
export function BrokenPage() {
  return (
    <main id="main" tabIndex={-1} className={classes['page']}>
      <h1>{words.brokenPage}</h1>
      <p role="alert">{words.brokenPageNext}</p>
      <p className={classes['ways']}>
        <button type="button" className={classes['reload']} onClick={() => window.location.reload()}>
          {words.reload}
        </button>
        <a href="/">{words.home}</a>
      </p>
    </main>
  )
}
