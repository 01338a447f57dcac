import classes from './watermark.module.css'

/** Enough repetitions to cover a tall screen. */
const rows = Array.from({ length: 16 }, (_, row) => row)

/** Faint words across the whole page. Nobody clicks on them and no screen reader reads them. */
export function Watermark({ text }: { text: string }) {
  const line = Array.from({ length: 6 }, () => text).join('      ')
  return (
    <div className={classes['layer']} aria-hidden="true">
      <div className={classes['sheet']}>
        {rows.map((row) => (
          <p key={row} className={classes['line']} data-text={line} />
        ))}
      </div>
    </div>
  )
}
