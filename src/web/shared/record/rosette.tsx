import { drawRosette } from '../../../domain/record/rosette.ts'
import classes from './rosette.module.css'

/** The rosette of a sealed PDF's fingerprint: the same on the record's pages and on the check page. */
export function Rosette({ sha256, label }: { sha256: string; label: string }) {
  return (
    <svg viewBox="0 0 100 100" role="img" aria-label={label} className={classes['rosette']}>
      {drawRosette(sha256).map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  )
}
