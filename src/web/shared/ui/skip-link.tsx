import frameWords from '../../../words/en/frame.ts'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the navigation to the page's `main`, which must be focusable. */
export function SkipLink() {
  return (
    <a className={classes['skip']} href="#main">
      {frameWords.skip}
    </a>
  )
}
