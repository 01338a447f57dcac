import '../../theme/components.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/held-data.ts'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import classes from './held-data.module.css'
import { HeldData } from './held-data.tsx'
import { ProveAddress } from './prove-address.tsx'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'description', content: words.lead },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** What is held about an address, for whoever reads its mailbox. The proof lives as long as the page, and half an hour at most. */
export default function HeldDataPage() {
  const [token, setToken] = useState<string | null>(null)
  // Its own: what it was told is forgotten with the page.
  const [client] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={client}>
      <div className={classes['page']}>
        <PageHeading lead={words.lead}>{words.title}</PageHeading>
        {token ? (
          <HeldData token={token} onEnded={() => setToken(null)} />
        ) : (
          <ProveAddress onProven={setToken} />
        )}
      </div>
    </QueryClientProvider>
  )
}
