import { Alert, Anchor, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { toOwnerPath } from '../../../../contract/owner-path.ts'
import type { Withdrawn } from '../../../../contract/record.ts'
import words from '../../../../words/en/record-access.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { RecordAccess } from '../../../api/records.ts'
import { RequestFailure } from '../../../api/request.ts'
import { findAccessToken } from '../../../api/session.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import { PageSpinner } from '../../../shared/ui/page-spinner.tsx'
import { describeFailure } from '../failure-words.ts'
import { useRecord } from '../use-record.ts'
import { EnterCode } from './enter-code.tsx'
import { hasCreator, OpenRecord } from './open-record.tsx'
import { dropWay, type WayIn } from './ways-in.ts'
import { WithdrawnHere } from './withdrawn-here.tsx'

type EnterRecordProps = {
  id: string
  way: WayIn
  /** The mailed code was right. */
  onPass(token: string): void
  /** This way opens the record no longer, or never did. */
  onEnded(): void
}

/** A record by one of the ways into it. */
export function EnterRecord({ id, way, onPass, onEnded }: EnterRecordProps) {
  const access = useMemo(
    (): RecordAccess => ({ id, findToken: way.kind === 'account' ? findAccessToken : async () => way.token }),
    [id, way],
  )
  const { state, reload } = useRecord(access)
  const [withdrawn, setWithdrawn] = useState<(Withdrawn & { isOtherMailed: boolean }) | null>(null)

  const code = state.phase === 'failed' ? findCode(state.failure) : undefined
  // The link ends with a withdrawal here, which is no reason to leave the page that says so.
  const isEnded = code === 'record_not_found' && !withdrawn
  useEffect(() => {
    if (!isEnded) return
    dropWay(id, way.kind)
    onEnded()
  }, [isEnded, id, way, onEnded])

  if (withdrawn) return <WithdrawnHere id={id} {...withdrawn} />
  if (state.phase === 'loading' || isEnded) return <PageSpinner words={words.loading} />
  if (state.phase === 'open') {
    const { view } = state
    if (view.party === 'creator') return <Navigate to={toOwnerPath(view.form)} replace />
    const continueWithdrawn = (done: Withdrawn) => {
      if (way.kind === 'account') {
        void queryClient.invalidateQueries({ queryKey: verificationsKey })
        return reload()
      }
      // The link has ended with the withdrawal; a new one is on its way by mail.
      dropWay(id, 'pass')
      dropWay(id, 'link')
      setWithdrawn({ ...done, isOtherMailed: hasCreator(view) })
    }
    return (
      <>
        {way.kind === 'account' ? (
          <Anchor component={Link} to="/history" size="sm" mod="standalone" mb="sm">
            <IconArrowLeft size="1em" aria-hidden />
            {words.backToHistory}
          </Anchor>
        ) : null}
        {state.isOutdated ? (
          <Alert color="yellow" mb="lg">
            {words.outdated}
          </Alert>
        ) : null}
        <OpenRecord access={access} view={view} onReload={reload} onWithdrawn={continueWithdrawn} />
      </>
    )
  }
  if (code === 'record_code_required') return <EnterCode access={access} onConfirmed={onPass} />
  return (
    <ErrorCard order={1} title={words.errorTitle} action={<Button onClick={reload}>{words.tryAgain}</Button>}>
      {describeFailure(state.failure)}
    </ErrorCard>
  )
}

function findCode(failure: unknown) {
  return failure instanceof RequestFailure ? failure.problem?.code : undefined
}
