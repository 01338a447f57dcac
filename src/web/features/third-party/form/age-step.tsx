import { Button, Stack, Text } from '@mantine/core'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import { beginThirdPartyVoucher, beginThirdPartyWallet } from '../../../api/evidence.ts'
import type { RequestFailure } from '../../../api/request.ts'
import { readSite } from '../../../api/site.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import { useLostFocus } from '../../../shared/focus.ts'
import { SharedNotes } from '../../../shared/forms/odd-note.tsx'
import { KeepProof } from '../../../shared/kept-proof/keep-proof.tsx'
import { ReadingStatus } from '../../../shared/reading/reading-status.tsx'
import type { IdReading } from '../../../shared/reading/use-id-reading.ts'
import { IdField } from '../../../shared/upload/upload-fields.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { ProofWays, WalletProofField } from '../../wallets/index.ts'
import { isProvenElsewhere, placeOf } from './third-party-answers.ts'

/** Events of a wallet's request. */
export type WalletEvents = {
  access: ThirdPartyAccess
  isUploading: boolean
  /** Leads to their signature. */
  onSign(): void
  onProven(): void
  onUnderAge(): void
  onPassEnded(): void
  onLinkChanged(): void
}

type AgeStepProps = {
  form: Pick<ThirdPartyView, 'id' | 'asksFor' | 'given' | 'thirdPartyName'>
  id: Upload
  reading: IdReading
  onReload(): void
  wallet: WalletEvents
  /** Whether the reading may be kept by their own account. */
  mayKeep: boolean
}

/** The third party's evidence of their age: an ID, or a proof where the creator allowed it. */
export function AgeStep(props: AgeStepProps) {
  const hasVouchers = readSite().vouchers !== 'off' && props.form.asksFor.voucherInsteadOfId === true
  return hasVouchers ? <AnyWay {...props} /> : <IdOrWallet {...props} />
}

/** The ways that the creator allowed, where banks, eIDs and age keys are configured. */
function AnyWay(props: AgeStepProps) {
  const { form, id, wallet: events } = props
  const { age, walletInsteadOfId, walletName } = form.asksFor
  const { access, isUploading, onProven, onUnderAge } = events
  const mayUseId = age !== 'wallet'
  const begin = useMemo(() => beginThirdPartyVoucher(access), [access])
  const onRefused = useRefused(events)
  return (
    <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
      <ProofWays
        scope={form.id}
        begin={begin}
        onRefused={onRefused}
        name={walletName ? { typed: form.thirdPartyName, of: 'third' } : null}
        proven={findVouched(form.given)}
        isWalletProven={form.given.some(({ step }) => step === 'wallet')}
        wallet={
          walletInsteadOfId && readSite().wallets !== 'off' ? (
            <ThirdPartyWallet form={form} events={events} onUseId={undefined} />
          ) : null
        }
        id={mayUseId ? <ThirdPartyId {...props} /> : null}
        hasId={hasFile(id)}
        isUploading={isUploading}
        path={placeOf[mayUseId ? 'missing_id_document' : 'age_not_proven'].path}
        onProven={onProven}
        onUnderAge={onUnderAge}
      />
    </Suspense>
  )
}

function findVouched(given: ThirdPartyView['given']) {
  return (
    given.flatMap((source) =>
      source.step === 'provider' && source.by ? [{ ...source, by: source.by }] : [],
    )[0] ?? null
  )
}

const hasFile = ({ state }: Upload) => state.phase !== 'empty' && state.phase !== 'failed'

function IdOrWallet(props: AgeStepProps) {
  const { form, id, wallet } = props
  const { age, walletInsteadOfId } = form.asksFor
  const [chosen, setIsIdChosen] = useState(false)
  const hasId = hasFile(id)
  // An ID that was uploaded before a reload is restored after the first render.
  const isIdChosen = chosen || hasId
  const mayUseId = age !== 'wallet'
  const hasWallets = readSite().wallets !== 'off'
  // Where the ID is still required, a wallet strengthens the evidence of the age.
  const isProven = form.given.some(({ step }) => step === 'wallet')
  const [isWalletToo, setIsWalletToo] = useState(false)
  const isWallet = hasWallets && walletInsteadOfId && !(mayUseId && isIdChosen)
  const part = useLostFocus<HTMLDivElement>(`${isWallet} ${isWalletToo}`)
  if (isWallet) {
    return (
      <div ref={part} tabIndex={-1}>
        <ThirdPartyWallet
          form={form}
          events={wallet}
          onUseId={mayUseId ? () => setIsIdChosen(true) : undefined}
        />
      </div>
    )
  }
  return (
    <Stack gap="md" ref={part} tabIndex={-1}>
      <ThirdPartyId {...props} />
      {!hasWallets ? null : walletInsteadOfId ? (
        // Only without an ID: one that is out of sight would be given too.
        hasId ? null : (
          <Button variant="default" onClick={() => setIsIdChosen(false)}>
            {words.useWallet}
          </Button>
        )
      ) : isWalletToo || isProven ? (
        <ThirdPartyWallet form={form} events={wallet} onUseId={undefined} />
      ) : (
        <Button variant="default" onClick={() => setIsWalletToo(true)}>
          {words.useWallet}
        </Button>
      )}
    </Stack>
  )
}

function ThirdPartyId({ form, id, reading, onReload, mayKeep }: AgeStepProps) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {readSite().documentReading === 'on' ? words.idHintRead : words.idHint}
      </Text>
      <IdField
        upload={id}
        label={words.uploadId}
        name={words.yourId}
        path={placeOf.missing_id_document.path}
        error={null}
        onReload={onReload}
      />
      <ThirdPartyReading
        id={id}
        reading={reading}
        mayDeclare={form.asksFor.age === 'declared'}
        isProven={isProvenElsewhere(form)}
        keepFor={mayKeep ? form.thirdPartyName : null}
      />
    </>
  )
}

function ThirdPartyWallet({
  form,
  events,
  onUseId,
}: {
  form: AgeStepProps['form']
  events: WalletEvents
  onUseId: (() => void) | undefined
}) {
  const { access, isUploading, onSign, onProven, onUnderAge } = events
  const begin = useMemo(() => beginThirdPartyWallet(access), [access])
  const onRefused = useRefused(events)
  const proof = form.given.find((source) => source.step === 'wallet')
  return (
    <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
      <WalletProofField
        scope={form.id}
        begin={begin}
        onRefused={onRefused}
        proven={proof ?? null}
        name={form.asksFor.walletName ? { typed: form.thirdPartyName, of: 'third', onCorrect: onSign } : null}
        isUploading={isUploading}
        onProven={onProven}
        onUnderAge={onUnderAge}
        onUseId={onUseId}
      />
    </Suspense>
  )
}

/** Handles a refused start whose reason is the pass or the link. */
function useRefused({ onPassEnded, onLinkChanged }: WalletEvents) {
  return useCallback(
    ({ problem }: RequestFailure) => {
      if (problem?.code === 'gate_token_invalid') onPassEnded()
      else if (problem?.code === 'link_closed') onLinkChanged()
      else return false
      return true
    },
    [onPassEnded, onLinkChanged],
  )
}

type ThirdPartyReadingProps = {
  id: Upload
  reading: IdReading
  mayDeclare: boolean
  isProven: boolean
  /** The name for which the reading may be kept; null where it may not. */
  keepFor: string | null
}

/** Shows the result of reading the third party's ID. */
function ThirdPartyReading({ id, reading, keepFor, ...status }: ThirdPartyReadingProps) {
  const { documentId, state, outcome, lookAgain } = reading
  const isSame = state.phase === 'known' && state.reading.sameDocument
  return (
    <>
      <ReadingStatus {...status} state={state} onBetter={id.clear} onAgain={lookAgain} />
      <SharedNotes shared={isSame ? ['same_document'] : []} />
      {documentId && outcome === 'read' && keepFor !== null ? (
        <KeepProof key={documentId} documentId={documentId} fullName={keepFor} dateOfBirth={null} />
      ) : null}
    </>
  )
}
