import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import type { OfferedVoucher, VoucherKind } from '../../../domain/voucher.ts'
import words from '../../../words/en/vouchers.ts'
import walletWords from '../../../words/en/wallets.ts'
import { fetchOfferedVouchers } from '../../api/evidence.ts'
import { useLostFocus } from '../../shared/focus.ts'
import { findWayUnderWay, toVoucherScope } from './kept-voucher.ts'
import classes from './proof-ways.module.css'
import type { WalletProof } from './use-proof-session.ts'
import type { VoucherProofOptions } from './use-voucher-proof.ts'
import { type AskedName, doesCount, Proven, type Vouched, VoucherProof } from './voucher-proof.tsx'

/** The ways to prove an age, the least revealing first. */
const allWays = ['age_key', 'wallet', 'bank', 'eid', 'id'] as const
type Way = (typeof allWays)[number]

export type ProofWaysProps = VoucherProofOptions & {
  name: AskedName
  /** What a voucher confirmed; `earlier` where it isn't known any more who proved the age. */
  proven: Vouched | 'earlier' | null
  /** The parts in which a wallet and an ID are given; null where they aren't taken. */
  wallet: ReactNode
  id: ReactNode
  /** Whether a wallet has proven the age, and whether there is an ID. */
  isWalletProven: boolean
  hasId: boolean
  isUploading: boolean
  /** The path by which a form's error finds this part, and why the form was refused without a proof. */
  path: string
  error?: string | null
  onProven(proof: WalletProof): void
  onUnderAge(): void
}

/** Lets a person choose by what they prove their age, and their name where it is asked for, and do it. */
export default function ProofWays(props: ProofWaysProps) {
  const { name, proven, wallet, id, isWalletProven, hasId, path, error = null, scope, ...shared } = props
  const mayUseId = id !== null
  const vouchers = useOfferedVouchers()
  const [chosen, setChosen] = useState<Way | 'list' | null>(() => findWayUnderWay(scope))
  // An ID that was uploaded before a reload is restored after the first render. One out of sight would be given too.
  const way = hasId ? 'id' : (chosen ?? (isWalletProven ? 'wallet' : 'list'))
  const part = useLostFocus<HTMLDivElement>(way)
  const errorId = useId()
  const vouched = proven === 'earlier' ? null : proven
  const isDone = proven === 'earlier' || (vouched !== null && doesCount(vouched, name))

  // Without an ID, a voucher that has no name can't be enough where the name is asked for.
  const usable = vouchers.offered?.filter(({ hasName }) => name === null || hasName || mayUseId) ?? []
  const ofKind = (kind: VoucherKind) => usable.filter((one) => one.kind === kind)
  const isTaken = (one: Way) => {
    if (one === 'id') return mayUseId
    return one === 'wallet' ? wallet !== null : ofKind(one).length > 0
  }
  const isOwnPart = way === 'id' || way === 'wallet'
  return (
    <Stack
      ref={part}
      gap="md"
      tabIndex={-1}
      {...(isOwnPart ? {} : { 'data-path': path, role: 'group' })}
      aria-describedby={error === null || isOwnPart ? undefined : errorId}
    >
      {error === null || isOwnPart ? null : (
        <Text id={errorId} role="alert" c="red">
          {error}
        </Text>
      )}
      {vouched && way !== vouched.by ? <Proven vouched={vouched} name={name} mayUseId={mayUseId} /> : null}
      {proven === 'earlier' && way === 'list' ? (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={walletWords.proven} role="status">
          {words.provenEarlier}
        </Alert>
      ) : null}
      {way === 'id' ? id : null}
      {way === 'wallet' ? wallet : null}
      {way === 'list' && !isDone ? (
        <List
          ways={allWays.filter(isTaken)}
          asksName={name !== null}
          vouchers={vouchers}
          onChoose={setChosen}
        />
      ) : null}
      {way === 'list' || isOwnPart ? null : (
        <VoucherPart
          key={way}
          {...shared}
          kind={way}
          scope={toVoucherScope(way, scope)}
          offered={ofKind(way)}
          vouchers={vouchers}
          proven={vouched?.by === way ? vouched : null}
          name={name}
          mayUseId={mayUseId}
        />
      )}
      {way === 'list' || hasId || isDone ? null : (
        <Button variant="subtle" className={classes['other']} onClick={() => setChosen('list')}>
          {words.otherWay}
        </Button>
      )}
    </Stack>
  )
}

type Vouchers = ReturnType<typeof useOfferedVouchers>

type VoucherPartProps = Omit<Parameters<typeof VoucherProof>[0], 'offered'> & {
  offered: readonly OfferedVoucher[]
  vouchers: Vouchers
}

/** The part of one kind, once it is known what is offered. */
function VoucherPart({ offered: [first, ...others], vouchers, ...props }: VoucherPartProps) {
  if (first) return <VoucherProof {...props} offered={[first, ...others]} />
  return <NotKnown vouchers={vouchers}>{words.notOffered}</NotKnown>
}

/** Says why nothing is offered: it is being asked for, the request failed, or `children`. */
function NotKnown({ vouchers, children }: { vouchers: Vouchers; children: ReactNode }) {
  if (vouchers.hasFailed)
    return (
      <Alert color="yellow" role="alert">
        <Text size="sm">{words.notLoaded}</Text>
        <Button size="sm" mt="sm" variant="default" onClick={vouchers.load}>
          {words.again}
        </Button>
      </Alert>
    )
  return <Text c="dimmed">{vouchers.offered ? children : words.loading}</Text>
}

type ListProps = {
  ways: readonly Way[]
  asksName: boolean
  vouchers: Vouchers
  onChoose(way: Way): void
}

/** The ways, each with one line: who learns what. */
function List({ ways, asksName, vouchers, onChoose }: ListProps) {
  const id = useId()
  return (
    <div>
      <Title order={4} id={id} className={classes['title'] ?? ''}>
        {words.list}
      </Title>
      {vouchers.offered ? (
        // biome-ignore lint/a11y/noRedundantRoles: without its marks it is no list to Safari.
        <ul role="list" aria-labelledby={id} className={classes['list']}>
          {ways.map((way) => (
            <li key={way}>
              <Button
                variant="default"
                fullWidth
                aria-describedby={`${id}-${way}`}
                onClick={() => onChoose(way)}
              >
                {words.ways[way]}
              </Button>
              <p id={`${id}-${way}`}>
                {words.learns[way]}
                {way === 'age_key' && asksName ? ` ${words.keyHasNoName}` : ''}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {vouchers.offered && ways.length > 0 && !vouchers.hasFailed ? null : (
        <NotKnown vouchers={vouchers}>{words.notOffered}</NotKnown>
      )}
    </div>
  )
}

/** The vouchers that are configured. Where they can't be fetched, none are offered, and `load` tries again. */
function useOfferedVouchers() {
  const [offered, setOffered] = useState<OfferedVoucher[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const fetchThem = useCallback((signal: AbortSignal) => {
    fetchOfferedVouchers(signal).then(setOffered, () => {
      if (!signal.aborted) setHasFailed(true)
    })
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    fetchThem(controller.signal)
    return () => controller.abort()
  }, [fetchThem])
  return {
    offered: offered ?? (hasFailed ? [] : null),
    hasFailed: hasFailed && offered === null,
    load: () => fetchThem(new AbortController().signal),
  }
}
