import { drawRosette } from '../../../domain/record/rosette.ts'
import words from '../../../words/en/record.ts'
import classes from './rosette.module.css'

/** The rosette of a sealed PDF's fingerprint: the same on the record's pages and on the check page. */
export function Rosette({ sha256 }: { sha256: string }) {
  return (
    <svg viewBox="0 0 100 100" role="img" aria-label={words.rosette} className={classes['rosette']}>
      {drawRosette(sha256).map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  )
}
