import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { fillAddress } from '../../../contract/address.ts'
import type { LogView } from '../../../contract/record.ts'
import words from '../../../words/en/log.ts'
import { request } from '../../api/request.ts'
import { readSite } from '../../api/site.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import { insert } from '../../shared/ui/insert.ts'
import classes from './log.module.css'

/** The log with its own query cache, which is dropped with the page. */
export function LogOnPage() {
  const [client] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={client}>
      <Log />
      <ul className={classes['links']}>
        <li>
          <a href={fillAddress('GET /api/transparency/witness.mjs')}>{words.program}</a>
        </li>
        <li>
          <a href={fillAddress('GET /api/transparency/checkpoint')}>{words.checkpointLink}</a>
        </li>
        <li>
          <Link to="/check">{words.check}</Link>
        </li>
        <li>
          <Link to="/api-reference">{words.api}</Link>
        </li>
      </ul>
    </QueryClientProvider>
  )
}

/** The current state of the log, or a loading error. */
export function Log() {
  const log = useQuery({
    queryKey: ['transparency-log'],
    queryFn: ({ signal }) => request('GET /api/transparency/log', { signal }),
  })
  return (
    <>
      <div role="status">{log.isPending ? <p className={classes['quiet']}>{words.loading}</p> : null}</div>
      {log.isError && !log.data ? (
        <div role="alert" className={classes['part']}>
          <h2>{words.failed}</h2>
          <button type="button" className={classes['again']} onClick={() => log.refetch()}>
            {words.again}
          </button>
        </div>
      ) : null}
      {log.data ? (
        <>
          <LogState log={log.data} />
          <Witnesses log={log.data} />
        </>
      ) : null}
    </>
  )
}

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
            value: timestamp ? describeStated(words.stamped, timestamp) : unstamped,
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

/** The configured witnesses with the last state that each cosigned, and how to become one. */
export function Witnesses({ log: { witnesses, verifierKey } }: { log: LogView }) {
  return (
    <>
      <section className={classes['part']}>
        <h2>{words.witnesses}</h2>
        <p>{words.witnessesLead}</p>
        {witnesses.length === 0 ? <p>{words.noWitness}</p> : null}
        {witnesses.map(({ name, verifierKey: key, url, last }) => (
          <div key={key} className={classes['witness']}>
            <h3>
              <bdi>{name}</bdi>
            </h3>
            <p>{last ? describeStated(words.cosigned, last) : words.notCosigned}</p>
            <p className={classes['quiet']}>
              <bdi>{url}</bdi>
            </p>
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
          {`node witness.mjs --name witness.example/w1 --log ${verifierKey} --watch ${readSite().publicUrl}`}
        </pre>
      </section>
    </>
  )
}

/** A statement about a state of the log: "Cosigned: the state of 12 entries, 21 Nov 2026, 10:15 GMT". */
const describeStated = (message: typeof words.cosigned, { size, at }: { size: number; at: string }) =>
  insert(message, { size, at: <Moment at={at} /> })
