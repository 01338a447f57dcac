import { Alert, Anchor, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import type { DocumentView, OwnerView, ValidUntil } from '../../../../contract/verification.ts'
import { judgeThirdPartyAgeStep } from '../../../../domain/evidence/known-facts.ts'
import { defaultValidity } from '../../../../domain/verification/validity.ts'
import { toReference, type VerificationStatus } from '../../../../domain/verification/verification.ts'
import documentWords from '../../../../words/en/documents.ts'
import words from '../../../../words/en/owner.ts'
import recordWords from '../../../../words/en/record.ts'
import validityWords from '../../../../words/en/validity.ts'
import type { RecordAccess } from '../../../api/records.ts'
import { describeFailure } from '../../../api/request.ts'
import { findAccessToken } from '../../../api/session.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { Section } from '../../../shared/consent-document/facts.tsx'
import { DocumentTiles, SteadyDocument } from '../../../shared/documents/document-tile.tsx'
import { LinkCard } from '../../../shared/link/link-card.tsx'
import { ProtectionNote } from '../../../shared/link/link-frame.tsx'
import { isProtectedPath } from '../../../shared/protection/protection-state.ts'
import { ConfirmToInvite } from '../../../shared/resend-confirmation.tsx'
import { Moment } from '../../../shared/time/moment.tsx'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import { PageHeading } from '../../../shared/ui/page-frame.tsx'
import { StatusBadge } from '../../../shared/ui/status-badge.tsx'
import { WithAddresses } from '../../../shared/ui/with-addresses.tsx'
import { PasskeyOffer } from '../../accounts/index.ts'
import { FeedbackButton } from '../../feedback/index.tsx'
import { CompletedRecord } from '../completed-record.tsx'
import { DeletedDocuments, RecordPaper, WithheldDocument } from '../record-paper.tsx'
import { useRecord } from '../use-record.ts'
import classes from './owner-record.module.css'
import { CancelRequest, CorrectAddress, ResendInvitation } from './pending-request.tsx'

type RecordViewProps = {
  view: OwnerView
  /** Refetches the record, with fresh addresses for its documents. */
  onReload(): void
}

/** The creator's view of a verification (OWNER). */
export function OwnerRecord({ view, onReload }: RecordViewProps) {
  const { status, verificationLink } = view
  const { pathname } = useLocation()
  const isCompleted = status === 'verified' || status === 'withdrawn'
  const paper = {
    form: view,
    facts: listFacts(view),
    documents: <RecordDocuments view={view} onReload={onReload} />,
  }
  return (
    <div className={classes['record']}>
      <PageHeading
        compact={isCompleted}
        lead={
          isCompleted || !view.thirdPartyName ? null : (
            <span className={classes['for']}>
              <WithAddresses>
                {words.requestFor({ name: view.thirdPartyName, email: view.thirdPartyEmail })}
              </WithAddresses>
            </span>
          )
        }
        aside={
          <StatusBadge
            status={status}
            isCompact={isCompleted}
            ageStep={judgeThirdPartyAgeStep(view.howKnown)}
            // Before the end, the record below shows it.
            validUntil={view.validUntil?.isOver ? view.validUntil : null}
          />
        }
      >
        {words.pageTitle}
      </PageHeading>
      <Stack gap="xs">
        <StatusBanner status={status} validUntil={view.validUntil} />
        {view.detailsErasedAt ? (
          <Alert color="gray" title={words.erased}>
            <Moment at={view.detailsErasedAt} within={words.erasedOn} /> {words.erasedNext}
          </Alert>
        ) : null}
        {verificationLink && status === 'pending' ? (
          <LinkCard link={verificationLink} status={status} invitation={view.invitation}>
            <Group className={classes['actions']} gap="sm" mt="sm">
              <ConfirmToInvite invitation={view.invitation} />
              <CorrectAddress id={view.id} address={view.thirdPartyEmail} />
              <ResendInvitation id={view.id} />
              <CancelRequest id={view.id} />
            </Group>
          </LinkCard>
        ) : null}
        {isCompleted ? (
          <OwnCompletedRecord key={status} {...paper}>
            {status === 'verified' ? (
              <>
                <FeedbackButton />
                <PasskeyOffer />
              </>
            ) : null}
          </OwnCompletedRecord>
        ) : (
          <RecordPaper {...paper} more={null} />
        )}
        {verificationLink && status !== 'pending' ? (
          <LinkCard link={verificationLink} status={status} />
        ) : null}
      </Stack>
      <Text size="sm" c="dimmed" mt={4}>
        {recordWords.formId} <code className={classes['id']}>{view.id}</code>
        <br />
        <Moment at={view.createdAt} within={words.created} />
      </Text>
      {isProtectedPath(pathname) ? <ProtectionNote /> : null}
    </div>
  )
}

function listFacts(view: OwnerView) {
  const { id, verifiedAt, validity, thirdPartyEmail, thirdPartyPhone, emailProof } = view
  return [
    { name: words.reference, value: <code>{toReference(id)}</code> },
    ...(verifiedAt ? [{ name: words.verifiedAt, value: <Moment at={verifiedAt} /> }] : []),
    ...(verifiedAt || validity === defaultValidity
      ? []
      : [{ name: validityWords.validFor, value: validityWords.afterThem[validity] }]),
    ...(thirdPartyEmail
      ? [{ name: words.sentTo, value: <WithAddresses>{thirdPartyEmail}</WithAddresses> }]
      : []),
    ...(thirdPartyPhone ? [{ name: words.phone, value: thirdPartyPhone }] : []),
    ...(emailProof ? [{ name: words.emailProof, value: words.emailProofs[emailProof] }] : []),
  ]
}

/** Explains the current status to the creator. Announced when it changes while the page is open. */
function StatusBanner({ status, validUntil }: Pick<OwnerView, 'status' | 'validUntil'>) {
  return <div role="status">{getBanner(status, validUntil)}</div>
}

function getBanner(status: VerificationStatus, validUntil: ValidUntil) {
  switch (status) {
    case 'pending':
      return (
        <Alert
          mod="request"
          role="none"
          icon={<IconHourglass aria-hidden />}
          title={words.awaiting}
          className={classes['awaiting'] ?? ''}
        >
          {words.awaitingText}
        </Alert>
      )
    case 'verified':
      // The record below says it to those who see it.
      return (
        <>
          <VisuallyHidden>{recordWords.verifiedText}</VisuallyHidden>
          {validUntil?.isOver ? <Text>{validityWords.ended}</Text> : null}
        </>
      )
    default:
      return (
        <Alert color="gray" role="none">
          {words.closed[status]}
        </Alert>
      )
  }
}

type RecordDocumentsProps = {
  view: Pick<OwnerView, 'documents' | 'status' | 'thirdPartyName'>
  onReload(): void
}

/** Photos and IDs of both parties; the third party's only once verified, and only on a paid plan (OWNER-4). */
function RecordDocuments({ view: { documents, status, thirdPartyName }, onReload }: RecordDocumentsProps) {
  const other = { name: thirdPartyName }
  const named = [
    { name: documentWords.yourPhoto, isOwn: true, view: documents.selfie },
    { name: documentWords.yourId, isOwn: true, view: documents.id },
    {
      name: documentWords.thirdPartyPhoto,
      caption: documentWords.photoOf(other),
      isOwn: false,
      view: documents.thirdPartySelfie,
    },
    {
      name: documentWords.thirdPartyId,
      caption: documentWords.idOf(other),
      isOwn: false,
      view: documents.thirdPartyId,
    },
  ]
  const shown = named.flatMap(({ view, ...one }) =>
    view?.state === 'open' || view?.state === 'withheld' ? [{ ...one, view }] : [],
  )
  const deleted = named.filter(({ view }) => view?.state === 'destroyed')
  const locked = describeLocked(documents, thirdPartyName)
  if (shown.length + deleted.length === 0 && !locked && status !== 'pending') return null
  return (
    <Section title={words.documents}>
      {shown.length > 0 ? (
        <DocumentTiles>
          {shown.map((one) => (
            <OneDocument key={one.name} {...one} onReload={onReload} />
          ))}
        </DocumentTiles>
      ) : null}
      <DeletedDocuments
        names={deleted.map(({ caption, name }) => caption ?? name)}
        isRestThere={shown.length > 0 || locked !== null}
      />
      {locked ? (
        <Text mt={shown.length + deleted.length > 0 ? 'md' : 0}>
          {locked}{' '}
          <Anchor component={Link} to="/subscription">
            {words.seePlans}
          </Anchor>
        </Text>
      ) : null}
      {status === 'pending' ? (
        <Text mt={shown.length > 0 ? 'xs' : 0} size="sm" c="dimmed">
          {words.documentsLater}
        </Text>
      ) : null}
    </Section>
  )
}

/** What opens the third party's photo and ID, in one sentence; null where neither is locked. */
function describeLocked(
  { thirdPartySelfie, thirdPartyId }: OwnerView['documents'],
  name: string,
): string | null {
  const [photo, id] = [thirdPartySelfie, thirdPartyId].map((view) => view?.state === 'locked' && view.until)
  const until = photo || id
  if (!until) return null
  const files = words.lockedFiles[photo && id ? 'both' : photo ? 'photo' : 'id']
  return words.locked[until]({ name, files })
}

type OneDocumentProps = {
  name: string
  caption?: string
  isOwn: boolean
  view: Extract<DocumentView, { state: 'open' | 'withheld' }>
  onReload(): void
}

function OneDocument({ name, caption = name, isOwn, view, onReload }: OneDocumentProps) {
  if (view.state === 'withheld') return <WithheldDocument name={name} />
  return (
    <SteadyDocument
      document={view.document}
      name={name}
      caption={caption}
      isOwn={isOwn}
      onReload={onReload}
    />
  )
}

type OwnCompletedRecordProps = Pick<
  ComponentProps<typeof CompletedRecord>,
  'form' | 'facts' | 'documents'
> & {
  children: ReactNode
}

/** The creator's completed record, with the content below it: nothing shifts once it is shown. */
function OwnCompletedRecord({ form, children, ...paper }: OwnCompletedRecordProps) {
  const queryClient = useQueryClient()
  const access = useMemo((): RecordAccess => ({ id: form.id, findToken: findAccessToken }), [form.id])
  const { state, reload } = useRecord(access)
  const lookAgain = () => {
    reload()
    void queryClient.invalidateQueries({ queryKey: verificationsKey })
  }
  const isLoading = state.phase === 'loading'
  return (
    <>
      {isLoading ? <LoadingCard words={words.loading} /> : null}
      {state.phase === 'failed' ? (
        <ErrorCard
          title={words.errorTitle}
          action={
            <Button variant="default" onClick={reload}>
              {words.tryAgain}
            </Button>
          }
        >
          {describeFailure(state.failure)}
        </ErrorCard>
      ) : null}
      {state.phase === 'open' && state.isOutdated ? (
        <Alert color="yellow" role="status">
          {words.outdated}
        </Alert>
      ) : null}
      {/* Hidden instead of absent, so that its pictures load. */}
      <Stack gap="md" display={isLoading ? 'none' : undefined}>
        <CompletedRecord
          {...paper}
          form={form}
          access={access}
          view={state.phase === 'open' ? state.view : null}
          isOtherMailed
          onWithdrawn={lookAgain}
          onChanged={lookAgain}
        />
        {children}
      </Stack>
    </>
  )
}
