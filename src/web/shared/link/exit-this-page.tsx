import words from '../../../words/en/frame.ts'
import { readSite } from '../../api/site.ts'
import classes from './exit-this-page.module.css'

/**
 * The exit link of every page behind a link (modelled on the GOV.UK Design System's "Exit this page"). Its script is in
 * the head of every page (src/web/root.tsx).
 */
export function ExitThisPage() {
  return (
    <a href={readSite().exitUrl} rel="noreferrer nofollow" data-exit className={classes['exit']}>
      {words.exit}
    </a>
  )
}
