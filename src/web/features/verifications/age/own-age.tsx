import { Button, Stack, Text, Title } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import words from '../../../../words/en/wizard.ts'
import { beginOwnVoucher, beginOwnWallet, callOwnIdentityCheck } from '../../../api/evidence.ts'
import { readSite } from '../../../api/site.ts'
import { useLostFocus } from '../../../shared/focus.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { IdField } from '../../../shared/upload/upload-fields.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { IdentityCheckField } from '../../identity-checks/index.ts'
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
  selfie: Upload
  isUploading: boolean
  /** The provider found that the person of the typed name is 18 or over. */
  onChecked(): void
}

/** The creator's evidence of their age: an ID, or a wallet's proof where that was chosen instead. */
export function OwnAge(props: OwnAgeProps) {
  const { form, selfie, id, isUploading, onChecked } = props
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
        <OwnWallet
          form={form}
          isUploading={isUploading}
          onUseId={takesId ? () => setIsIdChosen(true) : undefined}
        />
      ) : (
        <OwnId {...props} />
      )}
      {readSite().identityChecks === 'on' ? (
        <OwnCheck fullName={form.values.fullName} isUploading={isUploading} onChecked={onChecked} />
      ) : null}
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

/** Compared with the name of the first step, so it is offered once there is one. */
function OwnCheck({
  fullName,
  ...field
}: { fullName: string } & Pick<OwnAgeProps, 'isUploading' | 'onChecked'>) {
  const calls = useMemo(() => callOwnIdentityCheck(fullName.trim()), [fullName])
  if (fullName.trim() === '') return null
  return (
    <Suspense fallback={null}>
      <IdentityCheckField key={fullName.trim()} calls={calls} {...field} />
    </Suspense>
  )
}

/** The ways that the creator's choice has, where banks, eIDs and age keys are configured. */
function AnyWay(props: OwnAgeProps) {
  const { form, id, isUploading } = props
  const { takesWallet, takesId } = pickOwnParts(form.values)
  const { walletProofId } = form.values
  const fullName = form.values.fullName.trim()
  const begin = useMemo(() => beginOwnVoucher(fullName), [fullName])
  const name = toAsksFor(form.values).walletName ? ({ typed: fullName, of: 'own' } as const) : null
  const error = form.errors['walletProofId'] ?? form.errors['idDocumentId']
  return (
    <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
      <ProofWays
        scope="own"
        begin={begin}
        onRefused={() => false}
        name={name}
        proven={walletProofId === '' ? null : 'earlier'}
        isWalletProven={false}
        wallet={takesWallet ? <OwnWallet form={form} isUploading={isUploading} onUseId={undefined} /> : null}
        id={takesId ? <OwnId {...props} /> : null}
        hasId={id.state.phase !== 'empty'}
        isUploading={isUploading}
        path={form.errors['walletProofId'] ? 'walletProofId' : 'idDocumentId'}
        error={typeof error === 'string' ? error : null}
        // A proof of the age alone replaces no ID where the name is asked for, too.
        onProven={({ id, nameAgrees }) =>
          form.setFieldValue('walletProofId', name === null || nameAgrees === true ? id : '')
        }
        onUnderAge={() => form.setFieldValue('walletProofId', '')}
      />
    </Suspense>
  )
}

type OwnWalletProps = { form: WizardForm; isUploading: boolean; onUseId: (() => void) | undefined }

function OwnWallet({ form, isUploading, onUseId }: OwnWalletProps) {
  const path = form.errors['walletProofId'] ? 'walletProofId' : 'idDocumentId'
  const error = form.errors[path]
  const fullName = form.values.fullName.trim()
  const begin = useMemo(() => beginOwnWallet(fullName), [fullName])
  return (
    <Suspense fallback={<Text c="dimmed">{words.loading}</Text>}>
      <WalletProofField
        scope="own"
        path={path}
        error={typeof error === 'string' ? error : null}
        begin={begin}
        onRefused={() => false}
        proven={form.values.walletProofId === '' ? null : {}}
        name={toAsksFor(form.values).walletName && fullName ? { typed: fullName, of: 'own' } : null}
        isUploading={isUploading}
        onProven={({ id }) => form.setFieldValue('walletProofId', id)}
        onUnderAge={() => form.setFieldValue('walletProofId', '')}
        onUseId={onUseId}
      />
    </Suspense>
  )
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
