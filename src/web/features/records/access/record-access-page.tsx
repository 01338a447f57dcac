import '../../../theme/components.css'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { productName } from '../../../../domain/product.ts'
import { toLinkedId } from '../../../../domain/typed-text.ts'
import words from '../../../../words/en/record-access.ts'
import { useSession } from '../../../api/session-state.ts'
import { LinkFrame } from '../../../shared/link/link-frame.tsx'
import { PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { byAccount, EnterRecord, findTokenInHash, keepWay, listWaysIn } from './enter-record.tsx'
import { RequestLink } from './request-link.tsx'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** The third party's own record, opened with a mailed link or from their account. */
export default function RecordAccessPage() {
  const { recordId } = useParams()
  const id = toLinkedId(recordId)
  const { isTaken, token } = useTokenInAddress(id)
  return (
    <LinkFrame isWide>
      {!id ? <RequestLink id={recordId ?? ''} hadLink={false} /> : null}
      {id && !isTaken ? <PageSpinner words={words.loading} /> : null}
      {id && isTaken ? <Ways key={id} id={id} token={token} /> : null}
    </LinkFrame>
  )
}

/** Moves the token from the address, where it could be seen and copied by accident, to this tab's storage. */
function useTokenInAddress(id: string | null): { isTaken: boolean; token: string | null } {
  const { pathname, hash, state } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string | null>(null)
  const fresh = findTokenInHash(hash)
  useEffect(() => {
    if (!id || !fresh) return
    keepWay(id, 'link', fresh)
    setToken(fresh)
    void navigate({ pathname }, { replace: true, state })
  }, [id, fresh, pathname, state, navigate])
  return { isTaken: fresh === null, token }
}

/**
 * Tries the credentials one after the other: those stored in this tab, then the signed-in account. The account comes
 * before the pass of a submission, because it also opens the other person's pictures.
 */
function Ways({ id, token }: { id: string; token: string | null }) {
  const [given, setGiven] = useState(() => listWaysIn(id, token))
  const [hadLink, setHadLink] = useState(false)
  const { status, user } = useSession()
  // Another person, or a confirmed address, allows another try.
  const account = user && `${user.id} ${user.email} ${user.emailVerified}`
  const [refused, setRefused] = useState<string | null>(null)
  const [passedOver, setPassedOver] = useState<string | null>(null)
  const [way] = given
  const pass = (token: string) => {
    keepWay(id, 'pass', token)
    setGiven([{ kind: 'pass', token }, ...given])
  }
  const isAccountBetter =
    way?.kind === 'submission' && (status === 'unknown' || (account !== null && account !== passedOver))
  if (way && !isAccountBetter) {
    const end = () => {
      setHadLink(hadLink || way.kind !== 'submission')
      setGiven(given.slice(1))
    }
    return <EnterRecord key={way.token} id={id} way={way} onPass={pass} onEnded={end} />
  }
  if (status === 'unknown') return <PageSpinner words={words.loading} />
  if (account === null || account === refused) return <RequestLink id={id} hadLink={hadLink} />
  const passOver = () => setPassedOver(account)
  return (
    <EnterRecord
      key={account}
      id={id}
      way={byAccount}
      onPass={pass}
      onEnded={way ? passOver : () => setRefused(account)}
      onCodeAsked={way ? passOver : undefined}
    />
  )
}
