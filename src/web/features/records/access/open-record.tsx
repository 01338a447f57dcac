import { Alert, Paper, Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import type { RecordView, Withdrawn } from '../../../../contract/record.ts'
import { judgeThirdPartyAgeStep } from '../../../../domain/evidence/known-facts.ts'
import { findConsentText } from '../../../../domain/verification/consent-text.ts'
import { toReference } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/record-access.ts'
import type { RecordAccess } from '../../../api/records.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../../shared/consent-document/consent-text-section.tsx'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { HowKnown } from '../../../shared/consent-document/how-known.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import { setWatermarkViewer } from '../../../shared/protection/protection-state.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { StatusBadge } from '../../../shared/ui/status-badge.tsx'
import { HoldSection } from '../legal-hold/hold-section.tsx'
import { RecordFiles } from '../record-files.tsx'
import { WithdrawConsent } from '../withdraw-consent.tsx'
import classes from './open-record.module.css'
import { RecordDocuments } from './record-documents.tsx'

type OpenRecordProps = {
  access: RecordAccess
  view: RecordView
  onReload(): void
  /** Consent was withdrawn here; the link that opened the page has ended with it. */
  onWithdrawn(done: Withdrawn): void
}

/** Everything the third party sees of their record. */
export function OpenRecord({ access, view, onReload, onWithdrawn }: OpenRecordProps) {
  const { form, withdrawn, thirdPartyEmail } = view
  useEffect(() => {
    setWatermarkViewer(thirdPartyEmail)
    return () => setWatermarkViewer(null)
  }, [thirdPartyEmail])
  return (
    <>
      <PageHeading
        aside={<StatusBadge status={form.status} ageStep={judgeThirdPartyAgeStep(form.howKnown)} />}
      >
        {words.title}
      </PageHeading>
      <Stack gap="xl">
        <div role="status">
          {withdrawn ? (
            <Alert color="gray" role="none">
              {withdrawn.by === 'third_party' ? words.withdrawnByYou : words.withdrawnByOther}
            </Alert>
          ) : (
            <Alert color="green" role="none" title={words.verified}>
              {words.verifiedText}
            </Alert>
          )}
        </div>
        <RecordFiles access={access} view={view} />
        <HoldSection access={access} view={view} isOtherMailed={hasCreator(view)} onChanged={onReload} />
        <Paper component="article" className={classes['paper']}>
          <Title order={2} mb="md">
            {findConsentText(form.consentTextVersion, form.type)?.title}
          </Title>
          <Facts facts={listFacts(view)} />
          <div className={classes['parts']}>
            <HowKnown facts={form.howKnown} />
            <Parties parts={form} />
            <RecordDocuments view={view} onReload={onReload} />
            <ConsentTextSection version={form.consentTextVersion} kind={form.type} />
            <AdditionalTerms text={form.additionalInformation} by={form.fullName} />
            <Signatures parts={form} />
          </div>
        </Paper>
        {view.can.withdraw ? (
          <WithdrawConsent
            access={access}
            view={view}
            isOtherMailed={hasCreator(view)}
            onWithdrawn={onWithdrawn}
            onOutdated={onReload}
          />
        ) : null}
      </Stack>
    </>
  )
}

/** Whether the creator has an account still: only then they can be mailed. */
export function hasCreator({ creatorOpens }: Pick<RecordView, 'creatorOpens'>): boolean {
  return creatorOpens !== 'never'
}

function listFacts({ form, withdrawn, documents, filesDestroyedAt, heldUntil }: RecordView) {
  const hasFiles = Object.values(documents).some((document) => document && document.state !== 'destroyed')
  const normalEnd = withdrawn ? '' : filesDestroyedAt
  // Both are in UTC, and so in the order of their letters.
  const isHeld = heldUntil !== null && heldUntil > normalEnd
  return [
    { name: words.reference, value: <code>{toReference(form.id)}</code> },
    { name: words.formId, value: <code>{form.id}</code> },
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
