import { Alert, Anchor, Button, Group, Loader, Radio, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type MouseEvent, type Ref, useEffect, useEffectEvent, useState } from 'react'
import type { OfferedVoucher, VoucherKind } from '../../../domain/voucher.ts'
import words from '../../../words/en/vouchers.ts'
import walletWords from '../../../words/en/wallets.ts'
import { nameState } from '../../../words/name-state.ts'
import { writeList } from '../../../words/write-list.ts'
import { useLostFocus } from '../../shared/focus.ts'
import { useUploadGuard } from '../../shared/upload/upload-status.tsx'
import type { ProofState, WalletProof } from './use-proof-session.ts'
import { describeVoucherFailure, useVoucherProof, type VoucherProofOptions } from './use-voucher-proof.ts'

/** The typed name that a proof may be asked for too, and whose it is; null where the creator's choice asks for the age alone. */
export type AskedName = { typed: string; of: 'own' | 'third' } | null

/** What a voucher confirmed. `isOfOtherName`: it was asked about another name than is typed now. */
export type Vouched = {
  by: VoucherKind
  provider: string
  nameAgrees?: boolean | null | undefined
  isOfOtherName?: boolean
}

/** Whether it takes the place of an ID: where the name is asked for, only together with the name. */
export const doesCount = ({ nameAgrees }: Pick<Vouched, 'nameAgrees'>, name: AskedName): boolean =>
  name === null || nameAgrees === true

type VoucherProofProps = VoucherProofOptions & {
  kind: VoucherKind
  /** Those of the kind; at least one. */
  offered: readonly [OfferedVoucher, ...OfferedVoucher[]]
  proven: Vouched | null
  name: AskedName
  /** Whether an ID may be given instead. */
  mayUseId: boolean
  /** Uploads are in progress, which would be lost when leaving the page. */
  isUploading: boolean
  onProven(proof: WalletProof): void
  /** Called for under 18, which ends the request. */
  onUnderAge(): void
}

/**
 * Lets a person's bank, eID or age key confirm that they are 18 or over, after explaining what is asked, what is kept and
 * who learns of it. This tab goes there and comes back.
 */
export function VoucherProof(props: VoucherProofProps) {
  const { kind, offered, proven, name, mayUseId, isUploading, onProven, onUnderAge, ...options } = props
  const { state, start, startOver, cancel } = useVoucherProof(options)
  const [id, choose] = useState(offered[0].id)
  const chosen = offered.find((one) => one.id === id) ?? offered[0]
  const part = useLostFocus<HTMLDivElement>(state.phase)
  const [isAgain, setIsAgain] = useState(false)

  const tell = useEffectEvent((ended: ProofState) => {
    if (ended.phase === 'proven') onProven(ended.proof)
    if (ended.phase === 'under_age') onUnderAge()
  })
  useEffect(() => tell(state), [state])

  const vouched = state.phase === 'proven' ? toVouched(state.proof, kind) : isAgain ? null : proven
  if (vouched && state.phase !== 'under_age') {
    const proveAgain = () => {
      setIsAgain(true)
      startOver()
    }
    // Again with the name, where one of them has it.
    const again = offered.some(({ hasName }) => hasName) ? { onAgain: proveAgain } : {}
    return <Proven ref={part} vouched={vouched} name={name} mayUseId={mayUseId} {...again} />
  }
  const isIdle = state.phase !== 'waiting' && state.phase !== 'under_age'
  return (
    <Stack ref={part} gap="md" tabIndex={-1}>
      {isIdle ? <Which kind={kind} offered={offered} chosen={chosen} onChoose={choose} /> : null}
      {state.phase === 'waiting' ? (
        <Waiting
          kind={kind}
          uri={state.uri}
          isAnswered={state.isAnswered}
          isUploading={isUploading}
          onCancel={cancel}
          onAnew={() => {
            cancel()
            startOver()
          }}
        />
      ) : (
        <Explained voucher={chosen} name={name} mayUseId={mayUseId} />
      )}
      <Ended state={state} kind={kind} />
      {isIdle ? (
        <Ways
          voucher={chosen}
          name={name}
          mayUseId={mayUseId}
          isBusy={state.phase === 'beginning'}
          isUploading={isUploading}
          onStart={(asksName) => void start(chosen.id, asksName)}
        />
      ) : null}
    </Stack>
  )
}

const toVouched = ({ issuerName, nameAgrees }: WalletProof, by: VoucherKind): Vouched => ({
  by,
  provider: issuerName,
  nameAgrees,
})

type ProvenProps = {
  ref?: Ref<HTMLDivElement>
  vouched: Vouched
  name: AskedName
  mayUseId: boolean
  onAgain?: () => void
}

/** A proof, and whether it takes the place of the ID. */
export function Proven({ ref, vouched, name, mayUseId, onAgain }: ProvenProps) {
  const isEnough = doesCount(vouched, name)
  return (
    <Alert
      {...(ref ? { ref } : {})}
      tabIndex={-1}
      color={isEnough ? 'green' : 'yellow'}
      icon={<IconCircleCheck aria-hidden />}
      title={walletWords.proven}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {words.provenBy[vouched.by]({ provider: vouched.provider })} {describeName(vouched, name)}
        </Text>
        {isEnough || !name ? null : <Text size="sm">{words.notInstead[mayUseId ? 'id' : name.of]}</Text>}
        {isEnough || !onAgain ? null : (
          <Button variant="default" onClick={onAgain}>
            {walletWords.proveAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

function describeName({ nameAgrees, isOfOtherName }: Vouched, name: AskedName): string {
  if (!name || nameAgrees === undefined) return ''
  if (isOfOtherName) return walletWords.nameChanged({ name: name.typed })
  if (nameAgrees === null) return words.nameNotCompared
  return (nameAgrees ? words.nameAgrees : words.nameDiffers[name.of])({ name: name.typed })
}

/** Several providers of a kind, by name and country. */
function Which(props: {
  kind: VoucherKind
  offered: readonly OfferedVoucher[]
  chosen: OfferedVoucher
  onChoose(id: string): void
}) {
  if (props.offered.length < 2) return null
  return (
    <Radio.Group label={words.which[props.kind]} value={props.chosen.id} onChange={props.onChoose}>
      <Stack gap="xs" mt="xs">
        {props.offered.map((voucher) => (
          <Radio key={voucher.id} value={voucher.id} label={nameVoucher(voucher)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function nameVoucher({ name, countries }: OfferedVoucher): string {
  if (countries.length === 0) return name
  return words.inCountries({ name, countries: writeList(countries.map(nameState)) })
}

type ExplainedProps = Pick<VoucherProofProps, 'name' | 'mayUseId'> & { voucher: OfferedVoucher }

/** What is asked, what isn't, what is kept, and who learns of it. */
function Explained({ voucher: { kind, name: provider, hasName }, name, mayUseId }: ExplainedProps) {
  const asksName = name !== null && hasName
  return (
    <Stack gap={4}>
      <Text>
        {words.explain[kind]({ provider })} {asksName ? words.explainName({ name: name.typed }) : ''}
      </Text>
      <Text size="sm">{words.learns[kind]}</Text>
      {name !== null && mayUseId ? (
        <Text size="sm">{hasName ? words.ageOnlyKeepsId : words.keyHasNoName}</Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {words.notAsked[asksName ? 'name' : 'age']} {asksName ? words.keptName : words.kept}
      </Text>
    </Stack>
  )
}

type WaysProps = ExplainedProps & {
  isBusy: boolean
  isUploading: boolean
  onStart(asksName: boolean): void
}

function Ways({ voucher, name, mayUseId, isBusy, isUploading, onStart }: WaysProps) {
  const guard = useUploadGuard(isUploading)
  const asksName = name !== null && voucher.hasName
  return (
    <>
      <Group>
        <Button loading={isBusy} onClick={() => onStart(asksName)} {...guard.button}>
          {asksName ? walletWords.proveBoth : words.prove[voucher.kind]}
        </Button>
        {/* Without an ID, the age alone would lead nowhere. */}
        {asksName && mayUseId ? (
          <Button variant="default" disabled={isBusy} onClick={() => onStart(false)} {...guard.button}>
            {walletWords.ageOnly}
          </Button>
        ) : null}
      </Group>
      {guard.description}
    </>
  )
}

type WaitingProps = {
  kind: VoucherKind
  uri: string | null
  /** An answer is being judged, or that was broken off. */
  isAnswered: boolean
  isUploading: boolean
  onCancel(): void
  /** Shows again what is asked, to begin another request. */
  onAnew(): void
}

/** An address that names a pushed request counts once, and only for a short time (RFC 9126, 2.2). */
const isPushed = (uri: string) => URL.parse(uri)?.searchParams.has('request_uri') === true

/** The person came back without an answer, or the answer arrives in another tab. */
function Waiting({ kind, uri, isAnswered, isUploading, onCancel, onAnew }: WaitingProps) {
  const guard = useUploadGuard(isUploading)
  return (
    <Stack gap="md" align="flex-start">
      <Group gap="sm" wrap="nowrap" aria-live="polite">
        <Loader size="sm" aria-hidden />
        <Text>{words.waiting[kind]}</Text>
      </Group>
      <Group>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        {uri && (isAnswered || isPushed(uri)) ? (
          <Button variant="default" onClick={onAnew}>
            {words.goAgain[kind]}
          </Button>
        ) : uri ? (
          <Anchor
            href={uri}
            mod="standalone"
            onClick={(event: MouseEvent) => isUploading && event.preventDefault()}
            {...guard.button}
          >
            {words.goAgain[kind]}
          </Anchor>
        ) : null}
      </Group>
      {guard.description}
    </Stack>
  )
}

function Ended({ state, kind }: { state: ProofState; kind: VoucherKind }) {
  return (
    <div aria-live="polite">
      {state.phase === 'beginning' ? <Loader size="sm" aria-label={words.beginning} /> : null}
      {state.phase === 'failed' ? (
        <Alert color="yellow" title={walletWords.failedTitle}>
          {state.said ?? describeVoucherFailure(state.why)}
        </Alert>
      ) : null}
      {state.phase === 'under_age' ? (
        <Alert color="red" title={words.underAge[kind]}>
          {walletWords.underAge}
        </Alert>
      ) : null}
    </div>
  )
}
