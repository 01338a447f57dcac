import words from '../../../words/en/landing.ts'
import { factWords, stepWords } from '../../../words/evidence.ts'
import classes from './sample-card.module.css'

const { sample } = words

/** What a finished record looks like; every value is made up. */
export function SampleCard() {
  const known = { name: factWords.age, value: sample.readOn({ step: stepWords.document }) }
  return (
    <figure className={classes['stack']} aria-label={sample.label}>
      <div className={classes['behind']} aria-hidden="true" />
      <div className={classes['card']}>
        <div className={classes['top']}>
          <span className={classes['note']}>{sample.note}</span>
          <span className={classes['status']}>
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              <path d="m3 8.5 3.2 3.2L13 4.8" />
            </svg>
            {sample.status}
          </span>
        </div>
        <p className={classes['title']}>{sample.title}</p>
        <svg className={classes['portrait']} viewBox="0 0 64 64" aria-hidden="true">
          <rect width="64" height="64" rx="12" />
          <circle cx="32" cy="25" r="10" />
          <path d="M13 56c2-13 10-18 19-18s17 5 19 18" />
        </svg>
        <dl className={classes['facts']}>
          {[...sample.facts, known].map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className={classes['signatures']}>
          <svg viewBox="0 0 120 36" aria-hidden="true">
            <path d="M4 26c10-24 18-24 20-6s8 14 14 2 10-8 14 0 12 6 20-6" />
          </svg>
          <svg viewBox="0 0 120 36" aria-hidden="true">
            <path d="M4 20c14 14 18-18 24-12s-8 20 0 20 12-20 18-16-2 14 6 12 10-8 18-10" />
          </svg>
          <span>{sample.signed}</span>
        </div>
      </div>
    </figure>
  )
}
