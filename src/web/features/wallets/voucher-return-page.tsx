import { Button } from '@mantine/core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { WalletSession } from '../../../contract/wallet.ts'
import { productName } from '../../../domain/product.ts'
import type { VoucherKind } from '../../../domain/voucher.ts'
import words from '../../../words/en/vouchers.ts'
import walletWords from '../../../words/en/wallets.ts'
import { completeVoucherReturn } from '../../api/evidence.ts'
import { describeFailure, findProblem } from '../../api/request.ts'
import { LinkButton, NarrowPage, PageHeading, PageSpinner } from '../../shared/ui/page-frame.tsx'
import { dropSession } from './kept-session.ts'
import { findVoucherSession, wayBack } from './kept-voucher.ts'
import { findEnd } from './use-proof-session.ts'
import { describeVoucherFailure } from './use-voucher-proof.ts'

export function meta() {
  return [
    { title: `${words.returnTitle} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

type Outcome =
  | { phase: 'returning' | 'proven' | 'elsewhere' }
  | { phase: 'under_age'; kind: VoucherKind }
  /** `mayRetry`: the answer didn't reach the server. */
  | { phase: 'failed'; text: string; mayRetry?: boolean }

/**
 * The page to which a bank, an eID or an age key sends the browser back: completes the proof, if this is the browser that
 * began it, and goes back to the form. In a new tab it says to go to the other one.
 */
export default function VoucherReturnPage() {
  const { voucher = '' } = useParams()
  const { search, hash } = useLocation()
  const [answer] = useState({ query: search.slice(1), fragment: hash.slice(1) })
  const [outcome, setOutcome] = useState<Outcome>({ phase: 'returning' })
  const [back] = useState(wayBack.find)
  const navigate = useNavigate()
  const isTaken = useRef(false)

  // The answer stays in no address and no history.
  useLayoutEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])

  const take = useCallback(async () => {
    setOutcome({ phase: 'returning' })
    const begun = findVoucherSession()
    // A reload of this page has no answer any more; the form shows how it went.
    if (answer.query === '' && answer.fragment === '')
      return setOutcome({ phase: back ? 'proven' : 'elsewhere' })
    if (!begun) return setOutcome({ phase: 'elsewhere' })
    try {
      const known = await completeVoucherReturn(begun.kept, { voucher, ...answer })
      const end = toOutcome(known, begun.kind)
      if (end.phase === 'under_age') dropSession(begun.kept.id)
      setOutcome(end)
    } catch (error) {
      setOutcome(toFailure(error))
    }
  }, [answer, voucher, back])

  // Once: a second return of the same answer counts for nothing.
  useEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    void take()
  }, [take])

  const isProven = outcome.phase === 'proven'
  useEffect(() => {
    if (isProven && back) void navigate(back, { replace: true })
  }, [isProven, back, navigate])

  if (outcome.phase === 'returning' || (isProven && back))
    return (
      <NarrowPage isLive>
        <PageSpinner words={words.returning} />
      </NarrowPage>
    )
  const hasForm = back !== null && outcome.phase !== 'under_age'
  return (
    <NarrowPage isLive>
      <Told outcome={outcome} isOtherTab={back === null} />
      {outcome.phase === 'failed' && outcome.mayRetry ? (
        <Button onClick={() => void take()}>{words.again}</Button>
      ) : null}
      <LinkButton to={hasForm ? back : '/'} variant="outline">
        {hasForm ? words.back : walletWords.returnHome}
      </LinkButton>
    </NarrowPage>
  )
}

function toOutcome(known: WalletSession, kind: VoucherKind): Outcome {
  const end = findEnd(known)
  if (end?.phase === 'proven') return { phase: 'proven' }
  if (end?.phase === 'under_age') return { phase: 'under_age', kind }
  return { phase: 'failed', text: describeVoucherFailure(end?.phase === 'failed' ? end.why : 'network') }
}

function toFailure(error: unknown): Outcome {
  const problem = findProblem(error)
  if (problem?.code === 'wallet_session_not_found') return { phase: 'elsewhere' }
  // Another request's answer: it ended nothing.
  if (problem?.code === 'wallet_answer_refused') return { phase: 'failed', text: words.notThis }
  if (problem?.code === 'wallet_session_over') return { phase: 'failed', text: words.over }
  return { phase: 'failed', text: describeFailure(error), mayRetry: problem === null }
}

function Told({ outcome, isOtherTab }: { outcome: Outcome; isOtherTab: boolean }) {
  if (outcome.phase === 'proven') return <PageHeading lead={words.otherTab}>{words.returned}</PageHeading>
  if (outcome.phase === 'under_age')
    return <PageHeading lead={walletWords.underAge}>{words.underAge[outcome.kind]}</PageHeading>
  if (outcome.phase === 'failed') {
    const next = isOtherTab ? words.otherTab : words.nothingLost
    return <PageHeading lead={`${outcome.text} ${next}`}>{walletWords.failedTitle}</PageHeading>
  }
  return <PageHeading lead={words.elsewhereText}>{words.elsewhere}</PageHeading>
}
