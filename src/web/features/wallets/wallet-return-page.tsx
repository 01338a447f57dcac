import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/wallets.ts'
import { completeReturn } from '../../api/evidence.ts'
import { LinkButton, NarrowPage, PageHeading, PageSpinner } from '../../shared/ui/page-frame.tsx'
import { findReturn, findSession } from './kept-session.ts'

export function meta() {
  return [
    { title: `${words.returnTitle} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/**
 * The page that a wallet on the same phone opens afterwards: completes the proof, if this is the browser that began it.
 */
export default function WalletReturnPage() {
  const { hash } = useLocation()
  const [outcome, setOutcome] = useState<'returning' | 'done' | 'elsewhere' | 'failed'>('returning')
  useEffect(() => {
    // A wallet on another phone than the page's, or whose answer proved nothing, opens the address without a code.
    if (hash === '') return setOutcome('elsewhere')
    const returned = findReturn(hash)
    const kept = findSession()
    if (!returned || kept?.id !== returned.session) return setOutcome('failed')
    completeReturn(kept, returned.responseCode).then(
      ({ state }) => setOutcome(state === 'proven' ? 'done' : 'failed'),
      () => setOutcome('failed'),
    )
  }, [hash])
  return (
    <NarrowPage isLive>
      {outcome === 'returning' ? <PageSpinner words={words.returning} /> : null}
      {outcome === 'done' ? <PageHeading lead={words.returnedText}>{words.returned}</PageHeading> : null}
      {outcome === 'elsewhere' ? (
        <PageHeading lead={words.elsewhereText}>{words.elsewhere}</PageHeading>
      ) : null}
      {outcome === 'failed' ? (
        <PageHeading lead={words.notReturnedText}>{words.notReturned}</PageHeading>
      ) : null}
      {outcome === 'returning' ? null : (
        <LinkButton to="/" variant="outline">
          {words.returnHome}
        </LinkButton>
      )}
    </NarrowPage>
  )
}
