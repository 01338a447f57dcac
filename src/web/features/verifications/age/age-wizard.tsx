import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ShownConsentText } from '../../../../contract/verification.ts'
import { isCalendarDate } from '../../../../domain/calendar-date.ts'
import { getTierMaxFileBytes } from '../../../../domain/plan/plan-limits.ts'
import words from '../../../../words/en/wizard.ts'
import { profileQuery } from '../../../api/account.ts'
import { removeOwnDocument, uploadOwnDocument } from '../../../api/documents.ts'
import { callOwnReading } from '../../../api/evidence.ts'
import { keptProofQuery } from '../../../api/kept-proof.ts'
import { RequestFailure } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { readSite } from '../../../api/site.ts'
import { type IdReading, useIdReading } from '../../../shared/reading/use-id-reading.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { SelfieField } from '../../../shared/upload/upload-fields.tsx'
import { describeAddressFailure, makeFileLimits } from '../../../shared/upload/upload-state.ts'
import { type Upload, useUpload } from '../../../shared/upload/use-upload.ts'
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
import { useWizard, type Wizard } from '../wizard/use-wizard.ts'
import type { WizardForm } from '../wizard/use-wizard-form.ts'
import { ShareStep, WizardFrame } from '../wizard/wizard-frame.tsx'
import { pickOwnParts } from '../wizard/wizard-values.ts'
import { OwnAge, type OwnAgeProps, OwnKnown } from './own-age.tsx'

const ReadingNews = lazyPart(() => import('../../../shared/reading/reading-news.tsx'))

/**
 * The four steps of an age verification. The uploads live here, so that they continue while the user moves between
 * steps.
 */
export function AgeWizard({ userId, found, begin, usage }: WizardProps) {
  const limits = makeFileLimits(getTierMaxFileBytes(usage.tier))
  const send = useMemo(() => uploadOwnDocument(userId), [userId])
  const selfie = useUpload('selfie', limits, send, removeOwnDocument)
  const id = useUpload('id', limits, send, removeOwnDocument)
  const earlierSelfie = useEarlierDocument(selfie, found.draft?.selfieDocumentId ?? null)
  const earlierId = useEarlierDocument(id, found.draft?.idDocumentId ?? null)
  const files = { selfieDocumentId: earlierSelfie.id, idDocumentId: earlierId.id }
  const documents = { selfie: findDocument(selfie), id: findDocument(id) }
  const latest = useRef<IdReading>(null)
  const [walletProof, setWalletProof] = useState(found.walletProof ?? null)
  const wizard = useWizard({
    kind: 'age',
    userId,
    found,
    begin,
    documents,
    files,
    findShownReading: () => latest.current?.outcome ?? '',
    onReadingUntold: () => latest.current?.lookAgain(),
  })
  const isProven = wizard.form.values.walletProofId !== ''
  const reading = useOwnReading(userId, id, wizard)
  latest.current = reading
  const isKnownAwaited = useKnownAwaited(mayBeKept(wizard.form))
  if (wizard.isCreated || isKnownAwaited || !wizard.statements) return <PageSpinner />
  const isUploading = documents.selfie === 'pending' || documents.id === 'pending'
  return (
    <Suspense fallback={<PageSpinner />}>
      <WizardFrame wizard={wizard} waitingFor={isUploading ? words.stillUploading : null}>
        {wizard.step === 1 ? (
          <AboutYouStep
            form={wizard.form}
            text={wizard.statements}
            selfie={selfie}
            onReload={earlierSelfie.reload}
          />
        ) : null}
        {wizard.step === 2 ? <OtherPersonStep form={wizard.form} /> : null}
        {wizard.step === 3 ? (
          <SignStep
            userId={userId}
            form={wizard.form}
            selfie={selfie}
            id={id}
            reading={reading}
            isProven={isProven}
            isUploading={isUploading}
            onReload={earlierId.reload}
            walletProof={walletProof}
            onWalletProof={setWalletProof}
            onCorrectName={() => wizard.show('fullName')}
          />
        ) : null}
        {wizard.step === 4 ? (
          <>
            <ShareStep wizard={wizard} usage={usage} />
            {reading.isNews && !pickOwnParts(wizard.form.values).isKept ? (
              <Suspense fallback={null}>
                <ReadingNews
                  reading={reading}
                  untold={null}
                  mayDeclare
                  isProven={isProven}
                  onBetter={() => {
                    id.clear()
                    wizard.previous()
                  }}
                />
              </Suspense>
            ) : null}
          </>
        ) : null}
      </WizardFrame>
    </Suspense>
  )
}

/** The reading of the creator's ID, from its step on, when the data that it is compared with is typed. */
function useOwnReading(userId: string, id: Upload, { form, step }: Wizard): IdReading {
  const { fullName, dateOfBirth, signatureDate: today } = form.values
  const isTyped = fullName.trim() !== '' && isCalendarDate(dateOfBirth) && isCalendarDate(today)
  const isDue = step >= 3 && isTyped
  const calls = useMemo(
    () => (isDue ? callOwnReading(userId, { fullName, dateOfBirth, today }) : null),
    [userId, isDue, fullName, dateOfBirth, today],
  )
  return useIdReading(id, calls)
}

/** Whether the account's kept reading is still loading: it will be offered above the photo and the fields. */
export function useKnownAwaited(mayBeKept: boolean): boolean {
  const kept = useQuery({ ...keptProofQuery, enabled: mayBeKept })
  const profile = useQuery({ ...profileQuery, enabled: mayBeKept })
  return mayBeKept && !(kept.isFetched && profile.isFetched)
}

function findDocument({ state }: Upload): string | 'pending' | null {
  if (state.phase === 'stored') return state.document.id
  return state.phase === 'sending' ? 'pending' : null
}

type AboutYouStepProps = {
  form: WizardForm
  text: ShownConsentText
  selfie: Upload
  onReload(): void
}

/** Step 1: consent to share, the photo, name and birth date. */
function AboutYouStep({ form, text, selfie, onReload }: AboutYouStepProps) {
  const { asksSelfie, isKept } = pickOwnParts(form.values)
  return (
    <Stack gap="xl">
      <IdentityConsentField form={form} text={text} />
      <AskedField form={form} kind="age" />
      <ValidityField form={form} />
      {asksSelfie || isKept ? (
        <Stack gap="sm">
          <Title order={3} data-required>
            {words.photoTitle}
          </Title>
          {mayBeKept(form) ? <OwnKnown form={form} mayOffer={selfie.state.phase === 'empty'} /> : null}
          {isKept ? null : (
            <SelfieField
              upload={selfie}
              label={words.takePhoto}
              hint={words.photoHint}
              name={words.yourPhoto}
              path="selfieDocumentId"
              error={describeError(form.errors['selfieDocumentId'])}
              onReload={onReload}
            />
          )}
        </Stack>
      ) : null}
      <Stack gap="md">
        <SelfFields form={form} />
      </Stack>
    </Stack>
  )
}

/** Without document reading there is nothing to keep. */
const mayBeKept = ({ values }: WizardForm) => readSite().documentReading === 'on' || values.keptProofId !== ''

const describeError = (error: unknown) => (typeof error === 'string' ? error : null)

/** Step 2: the other person, where the two met, and the creator's own terms. */
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

/** Step 3: signature, its day, and the ID or its replacement. */
function SignStep(own: OwnAgeProps) {
  const { form } = own
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <SignatureField form={form} />
        <SignatureDateField form={form} />
      </Stack>
      <Stack gap="sm">
        <OwnAge {...own} />
      </Stack>
    </Stack>
  )
}

/**
 * Restores a document from an earlier visit. A document that no longer exists is asked for again; one that couldn't be
 * fetched stays in the draft. Returns the draft's document id, and a function that refetches the document's address.
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

  // Once this document, or another one, is there, its own state is enough.
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
