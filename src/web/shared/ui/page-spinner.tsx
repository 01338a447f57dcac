import classes from './page-spinner.module.css'

/** Fills the page while something it needs is on its way. `words` are shown, and read aloud. Plain markup: it is part of every page's start. */
export function PageSpinner({ words = 'Loading…' }: { words?: string }) {
  return (
    <div className={classes['page']} role="status">
      <span className={classes['spinner']} aria-hidden="true" />
      <p className={classes['words']}>{words}</p>
    </div>
  )
}
