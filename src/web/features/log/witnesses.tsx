import type { LogView } from '../../../contract/record.ts'
import words from '../../../words/en/log.ts'
import { readSite } from '../../api/site.ts'
import classes from './log.module.css'
import { StatedAt } from './stated-at.tsx'

/** The configured witnesses with the last state that each cosigned, and how to be one. */
export function Witnesses({ log: { witnesses, verifierKey } }: { log: LogView }) {
  return (
    <>
      <section className={classes['part']}>
        <h2>{words.witnesses}</h2>
        <p>{words.witnessesLead}</p>
        {witnesses.length === 0 ? <p>{words.noWitness}</p> : null}
        {witnesses.map(({ name, verifierKey: key, url, last }) => (
          <div key={key} className={classes['witness']}>
            <h3>{name}</h3>
            <p>{last ? <StatedAt says={words.cosigned} {...last} /> : words.notCosigned}</p>
            <p className={classes['quiet']}>{url}</p>
            <p>
              <code>{key}</code>
            </p>
          </div>
        ))}
      </section>
      <section className={classes['part']}>
        <h2>{words.yourself}</h2>
        <p>{words.yourselfText}</p>
        <pre className={classes['note']}>
          node witness.mjs --name witness.example/w1 --log {verifierKey} --watch {readSite().publicUrl}
        </pre>
      </section>
    </>
  )
}
