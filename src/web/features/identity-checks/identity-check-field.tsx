import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { IdentityCheck } from '../../../contract/identity-check.ts'
import frameWords from '../../../words/en/frame.ts'
import words from '../../../words/en/identity-checks.ts'
import type { IdentityCheckCalls } from '../../api/evidence.ts'
import { RequestFailure } from '../../api/request.ts'
import { usePolling, useStillHere } from '../../shared/effects.ts'
import { useUploadGuard } from '../../shared/upload/upload-status.tsx'

type IdentityCheckFieldProps = {
  calls: IdentityCheckCalls
  /** Uploads are in progress, which would be lost when leaving the page. */
  isUploading: boolean
  /** Called for 18 or over: the result goes into the record. */
  onChecked?: () => void
  /** Called for under 18, which ends the request. */
  onUnderAge?: () => void
}

/** Sends a person to the provider, if one is configured, and shows the outcome (PROVIDER-2, PROVIDER-8). */
export default function IdentityCheckField(props: IdentityCheckFieldProps) {
  const { calls, isUploading, onChecked, onUnderAge } = props
  const { state, begin, load } = useIdentityCheck(calls)
  const verdict = state.phase === 'known' ? (state.known.check?.ageOver18 ?? null) : null
  const tell = useEffectEvent((isAdult: boolean) => (isAdult ? onChecked?.() : onUnderAge?.()))
  useEffect(() => {
    if (verdict !== null) tell(verdict)
  }, [verdict])

  if (state.phase === 'loading') return <Loader size="sm" aria-hidden />
  if (state.phase === 'failed') {
    const { problem } = state.failure
    return (
      <Alert color="yellow" role="alert" title={problem?.title ?? words.network}>
        <Text size="sm">{problem?.detail ?? frameWords.failure.connection}</Text>
        <Button size="sm" mt="sm" variant="default" onClick={load}>
          {words.again}
        </Button>
      </Alert>
    )
  }
  const { known, isLeaving } = state
  return (
    <KnownCheck known={known} isUploading={isUploading} isLeaving={isLeaving} onBegin={() => void begin()} />
  )
}

type KnownCheckProps = { known: IdentityCheck; isUploading: boolean; isLeaving: boolean; onBegin(): void }

/** The state of a check, and the button to the provider while it can be used. Empty without a provider. */
export function KnownCheck({ known, isUploading, isLeaving, onBegin }: KnownCheckProps) {
  const { provider, check } = known
  const guard = useUploadGuard(isUploading)
  if (provider === null) return null
  return (
    <Stack gap="sm" align="flex-start" component="section" aria-label={words.title({ provider })}>
      <div aria-live="polite">
        <CheckStatus provider={provider} check={check} />
      </div>
      {mayBegin(check) ? (
        <>
          {check?.state === 'open' ? null : <Explanation provider={provider} />}
          <Button variant="default" loading={isLeaving} onClick={onBegin} {...guard.button}>
            {check?.state === 'open' ? words.goOn : check?.state === 'failed' ? words.again : words.begin}
          </Button>
          {guard.description}
        </>
      ) : null}
    </Stack>
  )
}

type Check = IdentityCheck['check']

/** While the document is examined, and once there is a result, no check can begin. */
const mayBegin = (check: Check) => check?.state !== 'processing' && check?.state !== 'checked'

function Explanation({ provider }: { provider: string }) {
  return (
    <Stack gap={4}>
      <Text fw={600}>{words.title({ provider })}</Text>
      <Text size="sm">{words.explain({ provider })}</Text>
      <Text size="sm" c="dimmed">
        {words.kept({ provider })}
      </Text>
    </Stack>
  )
}

function CheckStatus({ provider, check }: { provider: string; check: Check }) {
  switch (check?.state) {
    case 'open':
      return check.fault ? (
        <Alert color="yellow" title={words.lastTry}>
          {describeFault(check.fault)}
        </Alert>
      ) : (
        <Text size="sm">{words.waiting}</Text>
      )
    case 'processing':
      return <Text size="sm">{words.underWay({ provider })}</Text>
    case 'failed':
      return (
        <Alert color="yellow" title={words.failed}>
          {describeFault(check.fault)}
        </Alert>
      )
    case 'checked':
      return check.ageOver18 ? (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={words.checked({ provider })}>
          {words.adult} {check.nameAgrees === null ? '' : words.name[`${check.nameAgrees}`]}{' '}
          {check.faceMatched === null ? '' : words.face[`${check.faceMatched}`]}
        </Alert>
      ) : (
        <Alert color="red" role="alert" title={words.underAge}>
          {words.underAgeText}
        </Alert>
      )
    default:
      return null
  }
}

/** The advice for the provider's reason; a general one for an unknown reason. */
function describeFault(fault: string | null | undefined): string {
  return fault && Object.hasOwn(words.faults, fault)
    ? words.faults[fault as keyof typeof words.faults]
    : words.faults.other
}

export type CheckState =
  | { phase: 'loading' }
  | { phase: 'known'; known: IdentityCheck; isLeaving: boolean }
  | { phase: 'failed'; failure: RequestFailure }

/** The state of a person's check, polled while it is in progress, and the function that opens the provider's page. */
export function useIdentityCheck(calls: IdentityCheckCalls) {
  const [state, setState] = useState<CheckState>({ phase: 'loading' })
  const isStillHere = useStillHere()

  const look = useCallback(
    async (signal: AbortSignal) => {
      const known = await calls.look(signal)
      if (!signal.aborted) {
        setState((was) => ({ phase: 'known', known, isLeaving: was.phase === 'known' && was.isLeaving }))
      }
    },
    [calls],
  )
  const load = useCallback(() => {
    const controller = new AbortController()
    setState({ phase: 'loading' })
    look(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setState(toFailure(error))
    })
    return () => controller.abort()
  }, [look])
  useEffect(load, [load])

  const isUnderWay =
    state.phase === 'known' && ['open', 'processing'].includes(state.known.check?.state ?? '')
  usePolling(isUnderWay, look)

  // The browser's Back from the provider's page restores this page unchanged from its cache.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => (persisted ? load() : undefined)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [load])

  const begin = async () => {
    setState((was) => (was.phase === 'known' ? { ...was, isLeaving: true } : was))
    try {
      const address = await calls.begin()
      if (isStillHere()) window.location.assign(address)
    } catch (error) {
      setState(toFailure(error))
    }
  }

  return { state, begin, load }
}

function toFailure(error: unknown): CheckState {
  return {
    phase: 'failed',
    failure: error instanceof RequestFailure ? error : new RequestFailure(null, null),
  }
}
