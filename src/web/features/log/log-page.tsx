import '../../theme/components.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { fillAddress } from '../../../contract/address.ts'
import { productName } from '../../../domain/product.ts'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import { Log } from './log.tsx'
import classes from './log-page.module.css'
import { words } from './words.ts'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }, { name: 'description', content: words.lead }]
}

/** The transparency log as anybody may see it: its name, key and newest state, and who vouches for it (LOG-6). */
export default function LogPage() {
  const [client] = useState(() => new QueryClient())
  return (
    <div className={classes['page']}>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <section className={classes['part']}>
        <h2>{words.what}</h2>
        <p>{words.whatText}</p>
      </section>
      <QueryClientProvider client={client}>
        <Log />
      </QueryClientProvider>
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
