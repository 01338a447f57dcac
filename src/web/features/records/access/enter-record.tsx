import { Alert, Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { toOwnerPath } from '../../../../contract/address.ts'
import type { Withdrawn } from '../../../../contract/record.ts'
import words from '../../../../words/en/record-access.ts'
import type { RecordAccess } from '../../../api/records.ts'
import { describeFailure, findProblem, request } from '../../../api/request.ts'
import { findAccessToken } from '../../../api/session.ts'
import { queryClient, verificationsKey } from '../../../api/verifications.ts'
import { useAction } from '../../../shared/effects.ts'
import { useRefusal } from '../../../shared/focus.ts'
import { CodeField } from '../../../shared/forms/form-parts.tsx'
import { tabValue } from '../../../shared/forms/tab-storage.ts'
import { useKeptValue } from '../../../shared/forms/use-kept-value.ts'
import { gatePass } from '../../../shared/link/gate-pass.ts'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import { PageHeading, PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { useHistoryPath } from '../index.tsx'
import { useRecord } from '../use-record.ts'
import { hasCreator, OpenRecord } from './open-record.tsx'
import { WithdrawnHere } from './request-link.tsx'

type EnterRecordProps = {
  id: string
  way: WayIn
  onPass(token: string): void
  /** This credential no longer opens the record, or never did. */
  onEnded(): void
  /** Called instead of asking for a code, where another way needs none. */
  onCodeAsked?: (() => void) | undefined
}

export function EnterRecord({ id, way, onPass, onEnded, onCodeAsked }: EnterRecordProps) {
  const access = useMemo(
    (): RecordAccess => ({ id, findToken: way.kind === 'account' ? findAccessToken : async () => way.token }),
    [id, way],
  )
  const { state, reload } = useRecord(access)
  const historyPath = useHistoryPath()
  const [withdrawn, setWithdrawn] = useState<(Withdrawn & { isOtherMailed: boolean }) | null>(null)

  const code = state.phase === 'failed' ? findProblem(state.failure)?.code : undefined
  // A withdrawal here ends the link, but the page that reports it stays.
  const isEnded = code === 'record_not_found' && !withdrawn
  useEffect(() => {
    if (!isEnded) return
    dropWay(id, way.kind)
    onEnded()
  }, [isEnded, id, way, onEnded])

  const isCodeAsked = code === 'record_code_required'
  useEffect(() => {
    if (isCodeAsked) onCodeAsked?.()
  }, [isCodeAsked, onCodeAsked])

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
      // The link or the pass has ended with the withdrawal; a new link is being mailed.
      dropWay(id, 'pass')
      dropWay(id, 'link')
      dropWay(id, 'submission')
      setWithdrawn({ ...done, isOtherMailed: hasCreator(view) })
    }
    return (
      <>
        {way.kind === 'account' ? (
          <Anchor component={Link} to={historyPath} size="sm" mod="standalone" mt="-xs">
            <IconArrowLeft size="1em" aria-hidden />
            {words.backToHistory}
          </Anchor>
        ) : null}
        {state.isOutdated ? (
          <Alert color="yellow" role="status" mb="lg">
            {words.outdated}
          </Alert>
        ) : null}
        <OpenRecord access={access} view={view} onReload={reload} onWithdrawn={continueWithdrawn} />
      </>
    )
  }
  if (isCodeAsked) return <EnterCode access={access} onConfirmed={onPass} />
  return (
    <ErrorCard order={1} title={words.errorTitle} action={<Button onClick={reload}>{words.tryAgain}</Button>}>
      {describeFailure(state.failure)}
    </ErrorCard>
  )
}

type EnterCodeProps = {
  access: RecordAccess
  onConfirmed(token: string): void
}

/** Where codes are enabled: requests a mailed code and asks for it. */
function EnterCode({ access, onConfirmed }: EnterCodeProps) {
  const [code, setCode] = useState('')
  const { isBusy, failure: error, setFailure: setError, run } = useAction(describeFailure)
  const [isSent, setIsSent] = useState(false)
  useKeptValue('record-code', isSent || null, setIsSent)
  const refusal = useRefusal(isSent ? error : null)
  const identify = async () => ({ params: { id: access.id }, token: await access.findToken() })
  const send = () =>
    run(async () => {
      await request('POST /api/records/:id/code', await identify())
      setIsSent(true)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') {
      setError(words.codeRequired)
      refusal.ref.current?.focus()
      return
    }
    void run(async () => {
      const { params, token } = await identify()
      const own = await findAccessToken()
      // Beside a mailed link: the sessions of an account stay if the code was typed in one of them.
      const json = { code, ...(own && own !== token ? { accessToken: own } : {}) }
      const pass = await request('POST /api/records/:id/code/entry', { params, token, json })
      onConfirmed(pass.token)
    })
  }
  return (
    <>
      <PageHeading lead={words.codeText}>{words.codeTitle}</PageHeading>
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text role="status" c="dimmed">
              {isSent ? words.codeSent : ''}
            </Text>
            {isSent ? (
              <CodeField
                digits={8}
                size="md"
                value={code}
                autoFocus
                {...refusal}
                onChange={({ currentTarget }) => setCode(currentTarget.value)}
              />
            ) : null}
            {error && !isSent ? <Text role="alert">{error}</Text> : null}
            <Group>
              {isSent ? (
                <Button type="submit" size="md" loading={isBusy}>
                  {words.confirm}
                </Button>
              ) : null}
              <Button
                size="md"
                variant={isSent ? 'default' : 'filled'}
                loading={isBusy && !isSent}
                onClick={send}
              >
                {words.sendCode}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  )
}

/**
 * The credential of a third party for their record: the pass from a mailed code, a mailed link, the pass of the
 * submission that made it, or their account.
 */
type WayIn = GivenWay | typeof byAccount
export type GivenWay = { kind: 'pass' | 'link' | 'submission'; token: string }
export const byAccount = { kind: 'account' } as const

const toText = (stored: unknown) => (typeof stored === 'string' ? stored : null)

/** Kept for the lifetime of the tab, so that a reload still opens the record. */
const keptToken = { pass: tabValue('record-pass', toText), link: tabValue('record-link', toText) }

/**
 * The token behind the # of a mailed link; null without one. Punctuation of the surrounding sentence may have been
 * copied with it.
 */
export function findTokenInHash(hash: string): string | null {
  return /^#([\w-]{43})[.,;:!?)\]>]*$/.exec(hash)?.[1] ?? null
}

export function keepWay(id: string, kind: keyof typeof keptToken, token: string): void {
  keptToken[kind].keep(id, token)
}

export function dropWay(id: string, kind: WayIn['kind']): void {
  if (kind === 'submission') gatePass.drop(id)
  else if (kind !== 'account') keptToken[kind].drop(id)
}

/**
 * Lists the credentials of this tab in the order in which they are tried: the pass is valid for an hour, the link for a
 * month. The pass of the gate shows less than these.
 *
 * @param link the token of the link that was opened; where storage is unavailable it is not stored elsewhere
 */
export function listWaysIn(id: string, link: string | null): GivenWay[] {
  const pass = keptToken.pass.find(id)
  const linked = link ?? keptToken.link.find(id)
  const submitted = gatePass.find(id)
  return [
    ...(pass ? [{ kind: 'pass' as const, token: pass }] : []),
    ...(linked ? [{ kind: 'link' as const, token: linked }] : []),
    ...(submitted ? [{ kind: 'submission' as const, token: submitted.token }] : []),
  ]
}
