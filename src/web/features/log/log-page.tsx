import '../../theme/components.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { fillAddress } from '../../../contract/address.ts'
import { productName } from '../../../domain/product.ts'
import { request } from '../../api/request.ts'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import classes from './log-page.module.css'
import { LogState } from './log-state.tsx'
import { Witnesses } from './witnesses.tsx'
import { words } from './words.ts'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }, { name: 'description', content: words.lead }]
}

/** The transparency log as anybody may see it: its name, key and newest state, and who vouches for it (LOG-6). */
export default function LogPage() {
  const log = useQuery({
    queryKey: ['transparency-log'],
    queryFn: ({ signal }) => request('GET /api/transparency/log', { signal }),
  })
  return (
    <div className={classes['page']}>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <section className={classes['part']}>
        <h2>{words.what}</h2>
        <p>{words.whatText}</p>
      </section>
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
      </ul>
    </div>
  )
}
