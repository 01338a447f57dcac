import { Alert, Anchor, Button, Group, Loader, Radio, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { type CredentialType, credentials } from '../../../domain/wallet.ts'
import words from '../../../words/en/wallets.ts'
import { fetchOfferedWallets } from '../../api/evidence.ts'
import { useLostFocus } from '../../shared/focus.ts'
import { QrCode } from '../../shared/link/qr-code.tsx'
import { useUploadGuard } from '../../shared/upload/upload-status.tsx'
import type { ProofState, WalletProof } from './use-proof-session.ts'
import { useWalletProof, type WalletProofOptions } from './use-wallet-proof.ts'
import classes from './waiting.module.css'

export type WalletProofProps = WalletProofOptions & {
  /** An earlier proof, for example before a reload, without its issuer if that is no longer known. */
  proven: Proven | null
  /**
   * The typed name that a wallet may be asked to prove too, whose it is, and what leads to the field where it may be put
   * right; null where it isn't asked for.
   */
  name: { typed: string; of: 'own' | 'third'; onCorrect(): void } | null
  /** Uploads are in progress, which a phone may lose when it opens the wallet. */
  isUploading: boolean
  onProven(proof: WalletProof): void
  /** The path by which a form's error finds this field, and why the form was refused without a proof. */
  path?: string
  error?: string | null
  /** Called for under 18, which ends the request. */
  onUnderAge(): void
  onUseId?: (() => void) | undefined
}

type Proven = {
  issuerName?: string
  nameAgrees?: boolean | null | undefined
  /** Another name than the typed one was compared. */
  isOfOtherName?: boolean
}

/**
 * Lets a person prove with the wallet on their phone that they are 18 or over, after explaining which data is requested
 * and which isn't. Where the creator's choice has it, they can let it show their name too.
 */
export default function WalletProofField({
  proven,
  name,
  isUploading,
  path = 'wallet',
  error = null,
  onProven,
  onUnderAge,
  onUseId,
  ...options
}: WalletProofProps) {
  const { state, resumed, start, startOtherwise, startWithCode, startOver, cancel } = useWalletProof(options)
  const { offered, chosen, choose } = useOffered(resumed)
  const guard = useUploadGuard(isUploading)
  const errorId = useId()
  const part = useLostFocus<HTMLDivElement>(`${state.phase} ${'way' in state ? state.way : ''}`)

  const tell = useEffectEvent((ended: ProofState) => {
    if (ended.phase === 'proven') onProven(ended.proof)
    if (ended.phase === 'under_age') onUnderAge()
  })
  useEffect(() => tell(state), [state])

  const [isAgain, setIsAgain] = useState(false)
  const proveAgain = () => {
    setIsAgain(true)
    startOver()
  }
  const proof: Proven | null = state.phase === 'proven' ? state.proof : isAgain ? null : proven
  if (proof && state.phase !== 'under_age') {
    const isOfOtherName = proof.isOfOtherName === true
    const isNameOff = name !== null && (proof.nameAgrees === false || isOfOtherName)
    // How the name of an unknown proof compares isn't known either.
    const mayProveAgain = isNameOff || (name !== null && proof.issuerName === undefined)
    return (
      <Alert
        ref={part}
        tabIndex={-1}
        color={isNameOff ? 'yellow' : 'green'}
        icon={<IconCircleCheck aria-hidden />}
        title={words.proven}
        role="status"
      >
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            {proof.issuerName ? words.provenBy({ issuer: proof.issuerName }) : words.provenEarlier}{' '}
            {describeName(proof, name)}
          </Text>
          {mayProveAgain ? (
            <Group>
              {isNameOff && !isOfOtherName ? (
                <Button variant="default" onClick={name.onCorrect}>
                  {words.correct[name.of]}
                </Button>
              ) : null}
              <Button variant="default" onClick={proveAgain}>
                {words.proveAgain}
              </Button>
            </Group>
          ) : null}
        </Stack>
      </Alert>
    )
  }
  if (!offered) return <Text c="dimmed">{words.loading}</Text>
  if (!chosen) return <Text>{words.notOffered}</Text>
  const hasName = name !== null && credentials[chosen].name.length > 0
  const isIdle = state.phase !== 'waiting' && state.phase !== 'under_age'
  return (
    <Stack
      ref={part}
      gap="md"
      data-path={path}
      tabIndex={-1}
      role="group"
      aria-describedby={error === null ? undefined : errorId}
    >
      {error === null ? null : (
        <Text id={errorId} role="alert" c="red">
          {error}
        </Text>
      )}
      {isIdle ? <Which offered={offered} chosen={chosen} onChoose={choose} /> : null}
      <Explained type={chosen} name={hasName ? name.typed : null} />
      {state.phase === 'waiting' ? (
        <Waiting
          state={state}
          isUploading={isUploading}
          onOtherwise={() => void startOtherwise(chosen)}
          onCode={() => void startWithCode(chosen)}
          onCancel={cancel}
        />
      ) : null}
      <Ended state={state} />
      {isIdle ? (
        <>
          <Group>
            <Button
              loading={state.phase === 'beginning'}
              onClick={() => void start(chosen, hasName)}
              {...guard.button}
            >
              {hasName ? words.proveBoth : words.prove}
            </Button>
            {hasName ? (
              <Button
                variant="default"
                disabled={state.phase === 'beginning'}
                onClick={() => void start(chosen, false)}
                {...guard.button}
              >
                {words.ageOnly}
              </Button>
            ) : null}
            {onUseId ? (
              <Button variant="default" onClick={onUseId}>
                {words.useId}
              </Button>
            ) : null}
          </Group>
          {guard.description}
        </>
      ) : null}
    </Stack>
  )
}

/** How the credential's name compares, if it was asked for. */
function describeName({ nameAgrees, isOfOtherName }: Proven, name: WalletProofProps['name']): string {
  if (!name || nameAgrees === undefined) return ''
  if (isOfOtherName) return words.nameChanged({ name: name.typed })
  if (nameAgrees === null) return words.nameNotCompared
  return (nameAgrees ? words.nameAgrees : words.nameDiffers[name.of])({ name: name.typed })
}

/** What is asked, what isn't, and what is kept. */
function Explained({ type, name }: { type: CredentialType; name: string | null }) {
  const { age } = credentials[type]
  return (
    <Stack gap={4}>
      <Text>
        {words.explain[age]} {name === null ? '' : words.explainName({ name })}
      </Text>
      <Text size="sm" c="dimmed">
        {words.notAsked[name === null ? 'age' : 'name'][age]} {words.notTold}{' '}
        {name === null ? words.kept : words.keptName}
      </Text>
    </Stack>
  )
}

function Ended({ state }: { state: ProofState }) {
  return (
    <div aria-live="polite">
      {state.phase === 'beginning' ? <Loader size="sm" aria-label={words.beginning} /> : null}
      {state.phase === 'failed' ? (
        <Alert color="yellow" title={words.failedTitle}>
          {state.said ?? tellWhy(state.why)}
        </Alert>
      ) : null}
      {state.phase === 'under_age' ? (
        <Alert color="red" title={words.underAgeTitle}>
          {words.underAge}
        </Alert>
      ) : null}
    </div>
  )
}

function tellWhy(why: Extract<ProofState, { phase: 'failed' }>['why']): string {
  return Object.hasOwn(words.refused, why)
    ? words.refused[why as keyof typeof words.refused]
    : words[why as 'cancelled' | 'expired' | 'replaced' | 'network']
}

function Which(props: {
  offered: CredentialType[]
  chosen: CredentialType
  onChoose(type: CredentialType): void
}) {
  if (props.offered.length < 2) return <Text>{words.needs[props.chosen]}</Text>
  return (
    <Radio.Group
      label={words.which}
      value={props.chosen}
      onChange={(value) => props.onChoose(value as CredentialType)}
    >
      <Stack gap="xs" mt="xs">
        {props.offered.map((type) => (
          <Radio key={type} value={type} label={words.credential[type]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** The credentials that can be requested, and the chosen one, at first that of a request in progress. */
function useOffered(resumed: CredentialType | null) {
  const [offered, setOffered] = useState<CredentialType[] | null>(null)
  const [chosen, choose] = useState<CredentialType | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    fetchOfferedWallets(controller.signal).then(setOffered, () => {
      if (!controller.signal.aborted) setOffered([])
    })
    return () => controller.abort()
  }, [])
  return { offered, chosen: chosen ?? resumed ?? offered?.[0] ?? null, choose }
}

type WaitingProps = {
  state: Extract<ProofState, { phase: 'waiting' }>
  isUploading: boolean
  onOtherwise(): void
  onCode(): void
  onCancel(): void
}

/** The request was sent: how the wallet receives it, and a waiting message. */
export function Waiting({ state, isUploading, onOtherwise, onCode, onCancel }: WaitingProps) {
  const { way, uri, isAnswered } = state
  const guard = useUploadGuard(isUploading)
  return (
    <Stack gap="md" align="flex-start">
      {way === 'link' && uri ? (
        <>
          <Button
            component="a"
            href={uri}
            onClick={(event: MouseEvent) => isUploading && event.preventDefault()}
            {...guard.button}
          >
            {words.open}
          </Button>
          {guard.description}
          <Text size="sm" c="dimmed">
            {words.openHint}
          </Text>
        </>
      ) : null}
      {way === 'qr' && uri ? (
        <>
          <div className={classes['code']}>
            <QrCode text={uri} label={words.code} />
          </div>
          <Text size="sm">{words.scan}</Text>
        </>
      ) : null}
      <Group gap="sm" wrap="nowrap" aria-live="polite">
        <Loader size="sm" aria-hidden />
        <Text>{isAnswered ? words.answered : way === 'api' ? words.inBrowser : words.waiting}</Text>
      </Group>
      <Group>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        {way === 'qr' ? null : (
          <Anchor
            component="button"
            type="button"
            mod="standalone"
            onClick={way === 'api' ? onOtherwise : onCode}
          >
            {way === 'api' ? words.otherPhone : words.showCode}
          </Anchor>
        )}
      </Group>
    </Stack>
  )
}
