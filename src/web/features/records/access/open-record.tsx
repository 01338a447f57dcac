import { Alert, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { RecordView, Withdrawn } from '../../../../contract/record.ts'
import type { DocumentView } from '../../../../contract/verification.ts'
import { judgeThirdPartyAgeStep } from '../../../../domain/evidence/known-facts.ts'
import { toReference } from '../../../../domain/verification/verification.ts'
import documentWords from '../../../../words/en/documents.ts'
import words from '../../../../words/en/record-access.ts'
import validityWords from '../../../../words/en/validity.ts'
import type { RecordAccess } from '../../../api/records.ts'
import { Section } from '../../../shared/consent-document/facts.tsx'
import { DocumentTiles, SteadyDocument } from '../../../shared/documents/document-tile.tsx'
import { setWatermarkViewer } from '../../../shared/protection/protection-state.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import { describeDay, Moment } from '../../../shared/time/moment.tsx'
import { PageHeading } from '../../../shared/ui/page-frame.tsx'
import { StatusBadge } from '../../../shared/ui/status-badge.tsx'
import { CompletedRecord } from '../completed-record.tsx'
import { DeletedDocuments, WithheldDocument } from '../record-paper.tsx'

type OpenRecordProps = {
  access: RecordAccess
  view: RecordView
  onReload(): void
  /** Consent was withdrawn here; the link that opened the page has ended with it. */
  onWithdrawn(done: Withdrawn): void
}

export function OpenRecord({ access, view, onReload, onWithdrawn }: OpenRecordProps) {
  const { form, withdrawn, thirdPartyEmail } = view
  useEffect(() => {
    setWatermarkViewer(thirdPartyEmail)
    return () => setWatermarkViewer(null)
  }, [thirdPartyEmail])
  return (
    <>
      <PageHeading
        compact
        aside={
          // While the consent is in force, the record below shows everything.
          withdrawn || form.validUntil?.isOver ? (
            <StatusBadge
              status={form.status}
              ageStep={judgeThirdPartyAgeStep(form.howKnown)}
              validUntil={form.validUntil}
            />
          ) : null
        }
      >
        {words.title}
      </PageHeading>
      <div role="status">
        {withdrawn ? (
          <Alert color="gray" role="none" mb="md">
            {withdrawn.by === 'third_party' ? words.withdrawnByYou : words.withdrawnByOther}
          </Alert>
        ) : null}
        {!withdrawn && form.validUntil?.isOver ? <Text mb="md">{validityWords.ended}</Text> : null}
      </div>
      <Stack gap="md">
        <CompletedRecord
          access={access}
          view={view}
          form={form}
          facts={listFacts(view)}
          documents={<RecordDocuments view={view} onReload={onReload} />}
          isOtherMailed={hasCreator(view)}
          onWithdrawn={onWithdrawn}
          onChanged={onReload}
        />
      </Stack>
    </>
  )
}

/** Whether the creator still has an account: otherwise they can't be mailed. */
export function hasCreator({ creatorOpens }: Pick<RecordView, 'creatorOpens'>): boolean {
  return creatorOpens !== 'never'
}

function listFacts({ form, withdrawn, documents, filesDestroyedAt, heldUntil }: RecordView) {
  const hasFiles = Object.values(documents).some((document) => document && document.state !== 'destroyed')
  const normalEnd = withdrawn ? '' : filesDestroyedAt
  // Both are ISO texts in UTC, so they compare as strings.
  const isHeld = heldUntil !== null && heldUntil > normalEnd
  return [
    { name: words.reference, value: <code>{toReference(form.id)}</code> },
    { name: words.created, value: <Moment at={form.createdAt} /> },
    ...(form.verifiedAt ? [{ name: words.completed, value: <Moment at={form.verifiedAt} /> }] : []),
    ...(withdrawn ? [{ name: words.withdrawnAt, value: <Moment at={withdrawn.at} /> }] : []),
    ...(hasFiles
      ? [
          {
            name: isHeld ? words.filesUntilLatest : words.filesUntil,
            value: <Moment at={isHeld ? heldUntil : filesDestroyedAt} />,
          },
        ]
      : []),
  ]
}

type RecordDocumentsProps = {
  view: Pick<RecordView, 'documents' | 'creatorOpens' | 'form' | 'heldUntil' | 'filesDestroyedAt'>
  onReload(): void
}

/** Photos and IDs of both, for as long as they exist, and who can open them. */
export function RecordDocuments({ view, onReload }: RecordDocumentsProps) {
  const { documents, form } = view
  const creator = { name: form.fullName }
  const named = [
    { name: documentWords.yourPhoto, isOwn: true, one: documents.thirdPartySelfie },
    { name: documentWords.yourId, isOwn: true, one: documents.thirdPartyId },
    { name: documentWords.photoOf(creator), isOwn: false, one: documents.creatorSelfie },
    { name: documentWords.idOf(creator), isOwn: false, one: documents.creatorId },
  ]
  // With wallets alone there are no pictures.
  if (named.every(({ one }) => one === null)) return null
  const deleted = named.filter(({ one }) => one?.state === 'destroyed')
  const isRestThere = named.some(({ one }) => one && one.state !== 'destroyed')
  return (
    <Section title={words.documents}>
      {isRestThere ? (
        <DocumentTiles>
          {named.map(({ name, isOwn, one }) =>
            one?.state === 'open' ? (
              <SteadyDocument
                key={name}
                document={one.document}
                name={name}
                isOwn={isOwn}
                onReload={onReload}
              />
            ) : one?.state === 'withheld' ? (
              <WithheldDocument key={name} name={name} />
            ) : null,
          )}
        </DocumentTiles>
      ) : null}
      <DeletedDocuments names={deleted.map(({ name }) => name)} isRestThere={isRestThere} />
      {describeWhoOpens(view).map((sentence) => (
        <Text key={sentence} mt="sm" size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
    </Section>
  )
}

/**
 * Tells the third party who can open which photos and IDs: each person their own, and the creator the third party's,
 * depending on the creator's plan (PLAN-7, OWNER-4). Missing and deleted files are left out.
 */
function describeWhoOpens({
  documents,
  creatorOpens,
  form,
  heldUntil,
  filesDestroyedAt,
}: RecordDocumentsProps['view']): string[] {
  const own = findPictures(documents.thirdPartySelfie, documents.thirdPartyId, 'open')
  const theirs = findPictures(documents.creatorSelfie, documents.creatorId, 'open')
  const awaited = findPictures(documents.creatorSelfie, documents.creatorId, 'awaits_link')
  const later = awaited ? [words.awaitsLink({ creator: form.fullName, files: awaited })] : []
  if (!own && !theirs) return later
  const toReader = openToReader(own !== null, theirs !== null, form.fullName)
  if (!own) return [toReader]
  if (isWithheld(documents.thirdPartySelfie) || isWithheld(documents.thirdPartyId))
    return [toReader, ...later, words.withheldFromCreator({ creator: form.fullName, files: own })]
  const day = describeDay(toLocalDay(new Date(heldUntil ?? filesDestroyedAt)))
  return [toReader, ...later, words.openToCreator[creatorOpens]({ creator: form.fullName, files: own, day })]
}

function openToReader(own: boolean, theirs: boolean, creator: string): string {
  if (!theirs) return words.openToYou.own
  return own ? words.openToYou.all({ creator }) : words.openToYou.theirs({ creator })
}

/** "photo and ID", limited to those in a state; null if there are none. */
function findPictures(
  selfie: DocumentView | null,
  id: DocumentView | null,
  state: DocumentView['state'],
): string | null {
  const isPhotoThere = selfie?.state === state
  if (id?.state === state) return isPhotoThere ? words.pictures.both : words.pictures.id
  return isPhotoThere ? words.pictures.photo : null
}

/** Whether the reader's own picture is kept only for a legal hold, so that the other party may not open it. */
function isWithheld(view: DocumentView | null): boolean {
  return view?.state === 'open' && view.isWithheld === true
}
