import type { LogView } from '../../../contract/record.ts'
import words from '../../../words/en/log.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import classes from './log.module.css'
import { StatedAt } from './stated-at.tsx'

/** The newest state of the log, and who vouches for its time. */
export function LogState({ log }: { log: LogView }) {
  const { origin, verifierKey, size, at, checkpoint, timestamp, hasTimeAuthority } = log
  const unstamped = hasTimeAuthority ? words.notStamped : words.noAuthority
  return (
    <section className={classes['part']}>
      <h2>{words.state}</h2>
      <Facts
        facts={[
          { name: words.entries, value: size },
          { name: words.made, value: at ? <Moment at={at} /> : words.never },
          {
            name: words.time,
            value: timestamp ? <StatedAt says={words.stamped} {...timestamp} /> : unstamped,
          },
          { name: words.name, value: <code>{origin}</code> },
          { name: words.key, value: <code>{verifierKey}</code> },
        ]}
      />
      <h3>{words.checkpoint}</h3>
      <pre className={classes['note']}>{checkpoint}</pre>
    </section>
  )
}
