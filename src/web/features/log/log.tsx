import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { fillAddress } from '../../../contract/address.ts'
import words from '../../../words/en/log.ts'
import { request } from '../../api/request.ts'
import classes from './log.module.css'
import { LogState } from './log-state.tsx'
import { Witnesses } from './witnesses.tsx'

/** The log with a memory of its own, which is forgotten with the page. */
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

/** What the server says of the log now, or that it could not be asked. */
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
