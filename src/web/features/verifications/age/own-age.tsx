import { Button, Stack, Text, Title } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import type { OwnProof } from '../../../../contract/draft.ts'
import words from '../../../../words/en/wizard.ts'
import { beginOwnVoucher, beginOwnWallet } from '../../../api/evidence.ts'
import { useLostFocus } from '../../../shared/focus.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { IdField } from '../../../shared/upload/upload-fields.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { ProofWays, WalletProofField } from '../../wallets/index.ts'
import type { WizardForm } from '../wizard/use-wizard-form.ts'
import { pickOwnParts, toAsksFor } from '../wizard/wizard-values.ts'
import type { OwnReadingProps } from './own-reading.tsx'

/** Downloaded where an account may keep the reading of its ID. */
export const OwnKnown = lazyPart(() => import('./own-known.tsx'), { isOptional: true })

const OwnReading = lazyPart(() => import('./own-reading.tsx'))
const SameFileNote = lazyPart(
  async () => ({ default: (await import('../../../shared/forms/odd-note.tsx')).SameFileNote }),
  { isOptional: true },
)

type OwnIdProps = OwnReadingProps & { onReload(): void }
export type OwnAgeProps = OwnIdProps & {
  userId: string
  selfie: Upload
  isUploading: boolean
  /** The proof in the form's values, if its verdict is known. */
  walletProof: OwnProof | null
  onWalletProof(proof: OwnProof): void
  /** Leads to the typed name. */
  onCorrectName(): void
}

/** The creator's evidence of their age: an ID, or a wallet's proof where that was chosen instead. */
export function OwnAge(props: OwnAgeProps) {
  const { form, selfie, id } = props
  const { takesWallet, takesVoucher, takesId, isKept } = pickOwnParts(form.values)
  const [chosen, setIsIdChosen] = useState<boolean | null>(null)
  // A draft's ID is restored after the first render.
  const isIdChosen = chosen ?? id.state.phase !== 'empty'
  const isWallet = takesWallet && !(takesId && isIdChosen)
  const title = useLostFocus<HTMLHeadingElement>(isWallet)
  if (isKept)
    return (
      <>
        <Title order={3}>{words.idTitle}</Title>
        <OwnKnown form={form} mayOffer={false} />
      </>
    )
  return (
    <Stack gap="sm">
      <Title order={3} ref={title} tabIndex={-1} data-required>
        {isWallet || takesVoucher ? words.walletTitle : words.idTitle}
      </Title>
      {takesVoucher ? (
        <AnyWay {...props} />
      ) : isWallet ? (
        <OwnWallet {...props} onUseId={takesId ? () => setIsIdChosen(true) : undefined} />
      ) : (
        <OwnId {...props} />
      )}
      {takesWallet && !takesVoucher && !isWallet ? (
        <Button variant="default" onClick={() => setIsIdChosen(false)}>
          {words.useWallet}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        <SameFileNote selfie={selfie} id={id} />
      </Suspense>
    </Stack>
  )
}

type OwnWalletProps = Pick<
  OwnAgeProps,
  'userId' | 'form' | 'isUploading' | 'walletProof' | 'onWalletProof' | 'onCorrectName'
> & { onUseId: (() => void) | undefined }

/** The ways that the creator's choice has, where banks, eIDs and age keys are configured. */
function AnyWay(props: OwnAgeProps) {
  const { userId, form, id, isUploading, walletProof, onWalletProof } = props
  const { takesWallet, takesId } = pickOwnParts(form.values)
  const fullName = form.values.fullName.trim()
  const begin = useMemo(() => beginOwnVoucher(userId, fullName), [userId, fullName])
  const name = toAsksFor(form.values).walletName ? ({ typed: fullName, of: 'own' } as const) : null
  const error = form.errors['walletProofId'] ?? form.errors['idDocumentId']
  const proven = findProof(form.values, walletProof)
  return (
    <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
      <ProofWays
        scope="own"
        begin={begin}
        onRefused={() => false}
        name={name}
        proven={proven === 'by wallet' ? null : proven}
        isWalletProven={proven === 'by wallet'}
        wallet={takesWallet ? <OwnWallet {...props} onUseId={undefined} /> : null}
        id={takesId ? <OwnId {...props} /> : null}
        hasId={id.state.phase !== 'empty'}
        isUploading={isUploading}
        path={form.errors['walletProofId'] ? 'walletProofId' : 'idDocumentId'}
        error={typeof error === 'string' ? error : null}
        onProven={(proof) => {
          // A proof of the age alone replaces no ID where the name is asked for, too.
          const isEnough = name === null || proof.nameAgrees === true
          form.setFieldValue('walletProofId', isEnough ? proof.id : '')
          onWalletProof({ ...proof, comparedName: fullName })
        }}
        onUnderAge={() => form.setFieldValue('walletProofId', '')}
      />
    </Suspense>
  )
}

/** The creator's proof, `earlier` where it isn't known any more who gave it. */
function findProof({ walletProofId, fullName }: WizardForm['values'], proof: OwnProof | null) {
  if (walletProofId === '') return null
  if (proof?.id !== walletProofId) return 'earlier'
  const { voucherKind: by, issuerName: provider, nameAgrees, comparedName } = proof
  if (by === null) return 'by wallet'
  const isOfOtherName = nameAgrees !== undefined && comparedName?.trim() !== fullName.trim()
  return { by, provider, nameAgrees: isOfOtherName ? null : nameAgrees, isOfOtherName }
}

function OwnWallet({
  userId,
  form,
  isUploading,
  walletProof,
  onWalletProof,
  onCorrectName,
  onUseId,
}: OwnWalletProps) {
  const path = form.errors['walletProofId'] ? 'walletProofId' : 'idDocumentId'
  const error = form.errors[path]
  const fullName = form.values.fullName.trim()
  const begin = useMemo(() => beginOwnWallet(userId, fullName), [userId, fullName])
  return (
    <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
      <WalletProofField
        scope="own"
        path={path}
        error={typeof error === 'string' ? error : null}
        begin={begin}
        onRefused={() => false}
        proven={findProven(form.values, walletProof)}
        name={
          toAsksFor(form.values).walletName && fullName
            ? { typed: fullName, of: 'own', onCorrect: onCorrectName }
            : null
        }
        isUploading={isUploading}
        onProven={(proof) => {
          form.setFieldValue('walletProofId', proof.id)
          onWalletProof({ ...proof, comparedName: fullName })
        }}
        onUnderAge={() => form.setFieldValue('walletProofId', '')}
        onUseId={onUseId}
      />
    </Suspense>
  )
}

function findProven({ walletProofId, fullName }: WizardForm['values'], proof: OwnProof | null) {
  if (walletProofId === '') return null
  if (proof?.id !== walletProofId) return {}
  const { issuerName, nameAgrees, comparedName } = proof
  return { issuerName, nameAgrees, isOfOtherName: comparedName?.trim() !== fullName.trim() }
}

function OwnId({ onReload, ...own }: OwnIdProps) {
  const { form, id } = own
  const error = form.errors['idDocumentId']
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.idHint}
      </Text>
      <IdField
        upload={id}
        label={words.uploadId}
        name={words.yourId}
        path="idDocumentId"
        error={typeof error === 'string' ? error : null}
        onReload={onReload}
      />
      {/* Shown when there is an ID to be read. */}
      {id.state.phase === 'stored' ? (
        <Suspense fallback={null}>
          <OwnReading {...own} />
        </Suspense>
      ) : null}
    </>
  )
}
