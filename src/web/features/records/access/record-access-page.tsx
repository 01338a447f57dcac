import '../../../theme/components.css'
import { Alert, Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { canonicalId } from '../../../../domain/id.ts'
import { productName } from '../../../../domain/product.ts'
import type { RecordAccess } from '../../../api/records.ts'
import { RequestFailure } from '../../../api/request.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { Brand } from '../../../shared/ui/brand.tsx'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { PageSpinner } from '../../../shared/ui/page-spinner.tsx'
import { StatusBadge } from '../../../shared/ui/status-badge.tsx'
import { failureWords } from '../failure-words.ts'
import { useRecord } from '../use-record.ts'
import { EnterCode } from './enter-code.tsx'
import { dropToken, keepToken, keptToken, tokenInHash } from './link-token.ts'
import { OpenRecord } from './open-record.tsx'
import classes from './record-access.module.css'
import { RequestLink } from './request-link.tsx'
import { words } from './words.ts'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** The third party's own record, behind a mailed link. */
export default function RecordAccessPage() {
  const { recordId } = useParams()
  const id = canonicalId(recordId)
  const { hash } = useLocation()
  return (
    <div className={classes['frame']}>
      <header className={classes['bar']}>
        <Brand />
      </header>
      <main id="main" tabIndex={-1} className={classes['column']}>
        {id ? <LinkHolder key={id + hash} id={id} hash={hash} /> : <RequestLink id={recordId ?? ''} />}
      </main>
    </div>
  )
}

/** Takes the token out of the address, where it could be seen and copied by accident, and keeps it for this tab. */
function LinkHolder({ id, hash }: { id: string; hash: string }) {
  const [token, setToken] = useState(() => {
    const fresh = tokenInHash(hash)
    if (fresh) {
      keepToken(id, fresh)
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    return fresh ?? keptToken(id)
  })
  const confirm = useCallback(
    (pass: string) => {
      keepToken(id, pass)
      setToken(pass)
    },
    [id],
  )
  return token ? <Holder key={token} id={id} token={token} onConfirmed={confirm} /> : <RequestLink id={id} />
}

function Holder({ id, token, onConfirmed }: { id: string; token: string; onConfirmed(token: string): void }) {
  const access = useMemo((): RecordAccess => ({ id, token: async () => token }), [id, token])
  const { state, reload } = useRecord(access)
  const [withdrawnAt, setWithdrawnAt] = useState<string | null>(null)

  if (withdrawnAt) return <WithdrawnHere at={withdrawnAt} />
  if (state.phase === 'loading') return <PageSpinner words={words.loading} />
  if (state.phase === 'open') {
    const leave = (at: string) => {
      // The link has ended with the withdrawal; a new one is on its way by mail.
      dropToken(id)
      setWithdrawnAt(at)
    }
    return <OpenRecord access={access} view={state.view} onReload={reload} onWithdrawn={leave} />
  }
  const code = state.failure instanceof RequestFailure ? state.failure.problem?.code : undefined
  if (code === 'record_code_required')
    return <EnterCode id={id} linkToken={token} onConfirmed={onConfirmed} />
  if (code === 'record_not_found') return <RequestLink id={id} />
  return (
    <ErrorCard order={1} title={words.errorTitle} action={<Button onClick={reload}>{words.tryAgain}</Button>}>
      {failureWords(state.failure)}
    </ErrorCard>
  )
}

function WithdrawnHere({ at }: { at: string }) {
  return (
    <>
      <PageHeading aside={<StatusBadge status="withdrawn" ageStep={null} />}>{words.leftTitle}</PageHeading>
      <Alert color="gray" title={<Moment at={at} />}>
        {words.leftText}
      </Alert>
    </>
  )
}
