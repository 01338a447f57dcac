import { useLocation } from 'react-router'
import words from '../../words/en/frame.ts'
import { ExitThisPage } from '../shared/link/exit-this-page.tsx'
import { ReloadLink } from '../shared/ui/page-frame.tsx'
import classes from './broken-page.module.css'

/** The pages that are opened by a mailed or shared link. */
const linkedPages = /^\/(verify|records|my-data)\b/

/**
 * Replaces a page that threw, or whose code failed to load, and offers a reload. Plain markup, so that nothing else can
 * fail.
 */
export function BrokenPage() {
  const { pathname } = useLocation()
  return (
    <main id="main" tabIndex={-1} className={classes['page']}>
      <h1>{words.pageFailure.brokenPage}</h1>
      <p role="alert">{words.pageFailure.brokenPageNext}</p>
      <p className={classes['ways']}>
        <button type="button" className={classes['reload']} onClick={() => window.location.reload()}>
          {words.pageFailure.reload}
        </button>
        <a href="/">{words.pageFailure.home}</a>
        {linkedPages.test(pathname) ? <ExitThisPage /> : null}
      </p>
    </main>
  )
}

/**
 * Hidden on every page; a script at the page's start shows it when the other scripts failed to load. It also appears
 * where scripts are disabled.
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
