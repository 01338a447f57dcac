import { Anchor, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { getTierMaxFileBytes } from '../../../../domain/plan/plan-limits.ts'
import words from '../../../../words/en/wizard.ts'
import { removeOwnDocument, uploadOwnDocument } from '../../../api/documents.ts'
import { beginOwnWallet, callOwnIdentityCheck } from '../../../api/evidence.ts'
import { RequestFailure } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { readSite } from '../../../api/site.ts'
import { SameFileNote } from '../../../shared/forms/odd-note.tsx'
import { PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { IdField, SelfieField } from '../../../shared/upload/upload-fields.tsx'
import { describeAddressFailure, makeFileLimits } from '../../../shared/upload/upload-state.ts'
import { type Upload, useUpload } from '../../../shared/upload/use-upload.ts'
import { IdentityCheckField } from '../../identity-checks/index.ts'
import { WalletProofField } from '../../wallets/index.ts'
import {
  AdditionalTermsField,
  AgeFields,
  AskedField,
  IdentityConsentField,
  PlatformField,
  SelfFields,
  SignatureDateField,
  SignatureField,
  ThirdPartyNameFields,
  ValidityField,
} from '../wizard/fields.tsx'
import type { WizardProps } from '../wizard/usage-gate.tsx'
import { useWizard } from '../wizard/use-wizard.ts'
import { ShareStep, WizardFrame } from '../wizard/wizard-frame.tsx'
import { pickOwnParts, type WizardForm } from '../wizard/wizard-values.ts'

/**
 * The four steps of an age verification. The uploads live here, so that they go on while one moves between the steps.
 */
export function AgeWizard({ userId, found, begin, usage }: WizardProps) {
  const limits = makeFileLimits(getTierMaxFileBytes(usage.tier))
  const selfie = useUpload('selfie', limits, uploadOwnDocument, removeOwnDocument)
  const id = useUpload('id', limits, uploadOwnDocument, removeOwnDocument)
  const earlierSelfie = useEarlierDocument(selfie, found.draft?.selfieDocumentId ?? null)
  const earlierId = useEarlierDocument(id, found.draft?.idDocumentId ?? null)
  const files = { selfieDocumentId: earlierSelfie.id, idDocumentId: earlierId.id }
  const documents = { selfie: findDocument(selfie), id: findDocument(id) }
  const wizard = useWizard({ kind: 'age', userId, found, begin, documents, files })
  if (wizard.isCreated) return <PageSpinner />
  const isUploading = documents.selfie === 'pending' || documents.id === 'pending'
  return (
    <WizardFrame wizard={wizard} waitingFor={isUploading ? words.stillUploading : null}>
      {wizard.step === 1 ? (
        <AboutYouStep form={wizard.form} selfie={selfie} onReload={earlierSelfie.reload} />
      ) : null}
      {wizard.step === 2 ? <OtherPersonStep form={wizard.form} /> : null}
      {wizard.step === 3 ? (
        <SignStep
          form={wizard.form}
          selfie={selfie}
          id={id}
          isUploading={isUploading}
          onReload={earlierId.reload}
        />
      ) : null}
      {wizard.step === 4 ? <ShareStep wizard={wizard} usage={usage} /> : null}
    </WizardFrame>
  )
}

function findDocument({ state }: Upload): string | 'pending' | null {
  if (state.phase === 'stored') return state.document.id
  return state.phase === 'sending' ? 'pending' : null
}

type AboutYouStepProps = { form: WizardForm; selfie: Upload; onReload(): void }

/** Step 1: consent to share, the photo, name and birth date. */
function AboutYouStep({ form, selfie, onReload }: AboutYouStepProps) {
  return (
    <Stack gap="xl">
      <IdentityConsentField form={form} />
      <AskedField form={form} kind="age" />
      <ValidityField form={form} />
      {pickOwnParts(form.values).asksSelfie ? (
        <Stack gap="sm">
          <Title order={3} data-required>
            {words.photoTitle}
          </Title>
          <SelfieField
            upload={selfie}
            label={words.takePhoto}
            hint={words.photoHint}
            name={words.yourPhoto}
            path="selfieDocumentId"
            error={describeError(form.errors['selfieDocumentId'])}
            onReload={onReload}
          />
        </Stack>
      ) : null}
      <Stack gap="md">
        <SelfFields form={form} />
      </Stack>
    </Stack>
  )
}

const describeError = (error: unknown) => (typeof error === 'string' ? error : null)

/** Step 2: who the other person is, where the two met, and the creator's own terms. */
function OtherPersonStep({ form }: { form: WizardForm }) {
  return (
    <Stack gap="md">
      <ThirdPartyNameFields form={form} />
      <AgeFields form={form} />
      <PlatformField form={form} />
      <AdditionalTermsField form={form} hint={words.additionalTermsHint} />
    </Stack>
  )
}

type SignStepProps = OwnAgeFieldProps & { selfie: Upload }

/** Step 3: signature, its day, and the ID or what takes its place. */
function SignStep({ selfie, ...own }: SignStepProps) {
  const { form, id } = own
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <SignatureField form={form} />
        <SignatureDateField form={form} />
      </Stack>
      <Stack gap="sm">
        <OwnAgeField {...own} />
        <SameFileNote selfie={selfie} id={id} />
      </Stack>
    </Stack>
  )
}

const OwnReading = lazy(() => import('./own-reading.tsx'))

type OwnIdProps = { form: WizardForm; id: Upload; onReload(): void }
type OwnAgeFieldProps = OwnIdProps & { isUploading: boolean }

/** The creator's evidence of their age: an ID, or a wallet's proof where that was chosen in its place. */
function OwnAgeField({ form, id, isUploading, onReload }: OwnAgeFieldProps) {
  const { takesWallet, takesId } = pickOwnParts(form.values)
  const [isIdChosen, setIsIdChosen] = useState(id.state.phase !== 'empty')
  const isWallet = takesWallet && !(takesId && isIdChosen)
  return (
    <Stack gap="sm">
      <Title order={3} data-required>
        {isWallet ? words.walletTitle : words.idTitle}
      </Title>
      {isWallet ? (
        <OwnWallet
          form={form}
          isUploading={isUploading}
          onUseId={takesId ? () => setIsIdChosen(true) : undefined}
        />
      ) : (
        <OwnId form={form} id={id} onReload={onReload} />
      )}
      {readSite().identityChecks === 'on' ? (
        <OwnCheck fullName={form.values.fullName} isUploading={isUploading} />
      ) : null}
      {takesWallet && !isWallet ? (
        <Anchor component="button" type="button" onClick={() => setIsIdChosen(false)}>
          {words.useWallet}
        </Anchor>
      ) : null}
    </Stack>
  )
}

/** Compared with the name of the first step, so offered once there is one. */
function OwnCheck({ fullName, isUploading }: { fullName: string; isUploading: boolean }) {
  const calls = useMemo(() => callOwnIdentityCheck(fullName.trim()), [fullName])
  if (fullName.trim() === '') return null
  return (
    <Suspense fallback={null}>
      <IdentityCheckField calls={calls} isUploading={isUploading} />
    </Suspense>
  )
}

type OwnWalletProps = { form: WizardForm; isUploading: boolean; onUseId: (() => void) | undefined }

function OwnWallet({ form, isUploading, onUseId }: OwnWalletProps) {
  const error = form.errors['walletProofId'] ?? form.errors['idDocumentId']
  return (
    <Suspense fallback={<Text c="dimmed">{words.walletLoading}</Text>}>
      {typeof error === 'string' && form.values.walletProofId === '' ? <Text c="red">{error}</Text> : null}
      <WalletProofField
        scope="own"
        begin={beginOwnWallet}
        onRefused={() => false}
        provenBy={form.values.walletProofId === '' ? null : ''}
        isUploading={isUploading}
        onProven={({ id }) => form.setFieldValue('walletProofId', id)}
        onUnderAge={() => form.setFieldValue('walletProofId', '')}
        onUseId={onUseId}
      />
    </Suspense>
  )
}

function OwnId({ form, id, onReload }: OwnIdProps) {
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
      {/* Comes when there is an ID to be read. */}
      {id.state.phase === 'stored' ? (
        <Suspense fallback={null}>
          <OwnReading form={form} id={id} />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * Takes up a document of an earlier visit. One that is gone is simply asked for again; one that could not be looked up
 * stays part of the draft. Answers the id that the draft has, and how to fetch the document's address anew.
 */
function useEarlierDocument(
  { state, restore }: Upload,
  draftDocumentId: string | null,
): { id: string | null; reload(): void } {
  const [awaited, setAwaited] = useState(draftDocumentId)
  useEffect(() => {
    if (!draftDocumentId) return
    const controller = new AbortController()
    read(draftDocumentId, controller.signal).then(restore, (error: unknown) => {
      if (error instanceof RequestFailure && error.status === 404) setAwaited(null)
    })
    return () => controller.abort()
  }, [draftDocumentId, restore])

  // Once it is here, or another one is, the state says all.
  useEffect(() => {
    if (state.phase !== 'empty') setAwaited(null)
  }, [state.phase])

  const storedId = state.phase === 'stored' ? state.document.id : null
  const reload = useCallback(() => {
    if (!storedId) return
    read(storedId).then(restore, (error: unknown) => showToast(describeAddressFailure(error)))
  }, [storedId, restore])
  return { id: storedId ?? awaited, reload }
}

function read(id: string, signal?: AbortSignal) {
  return sendAuthorisedRequest('GET /api/documents/:id/url', { params: { id }, signal })
}
