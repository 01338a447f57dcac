import { Alert, Group, Paper, Stack, Title } from '@mantine/core'
import { useLocation } from 'react-router'
import type { OwnerView } from '../../../../contract/verification.ts'
import { judgeThirdPartyAgeStep } from '../../../../domain/evidence/known-facts.ts'
import { findConsentText } from '../../../../domain/verification/consent-text.ts'
import { toReference } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/owner.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../../shared/consent-document/consent-text-section.tsx'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { HowKnown } from '../../../shared/consent-document/how-known.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import { LinkCard } from '../../../shared/link/link-card.tsx'
import { isProtectedPath } from '../../../shared/protection/protected-path.ts'
import { ProtectionNote } from '../../../shared/protection/protection-note.tsx'
import { Moment } from '../../../shared/time/moment.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { StatusBadge } from '../../../shared/ui/status-badge.tsx'
import { FeedbackButton } from '../../feedback/index.ts'
import { CancelRequest } from './cancel-request.tsx'
import { CorrectAddress } from './correct-address.tsx'
import classes from './owner-record.module.css'
import { RecordDocuments } from './record-documents.tsx'
import { RecordKeeping } from './record-keeping.tsx'
import { ResendInvitation } from './resend-invitation.tsx'
import { StatusBanner } from './status-banner.tsx'

type RecordViewProps = {
  heading: string
  view: OwnerView
  /** Fetches the record anew, with fresh addresses of its documents. */
  onReload(): void
}

/** Everything its creator sees of a verification (OWNER). */
export function OwnerRecord({ heading, view, onReload }: RecordViewProps) {
  const { status, verificationLink } = view
  const { pathname } = useLocation()
  return (
    <div className={classes['record']}>
      <PageHeading aside={<StatusBadge status={status} ageStep={judgeThirdPartyAgeStep(view.howKnown)} />}>
        {heading}
      </PageHeading>
      <Stack gap="xl">
        <StatusBanner status={status} />
        {view.detailsErasedAt ? (
          <Alert color="gray" title={words.erased}>
            {words.erasedOn} <Moment at={view.detailsErasedAt} />. {words.erasedNext}
          </Alert>
        ) : null}
        {status === 'verified' || status === 'withdrawn' ? <RecordKeeping key={status} id={view.id} /> : null}
        {verificationLink && status !== 'verified' ? (
          <LinkCard link={verificationLink} status={status} invitation={view.invitation} />
        ) : null}
        <Paper component="article" className={classes['paper']}>
          <Title order={2} className={classes['title']}>
            {findConsentText(view.consentTextVersion, view.type)?.title}
          </Title>
          <Facts facts={listFacts(view)} />
          <div className={classes['parts']}>
            <HowKnown facts={view.howKnown} />
            <Parties parts={view} />
            <RecordDocuments documents={view.documents} status={status} onReload={onReload} />
            <ConsentTextSection version={view.consentTextVersion} kind={view.type} />
            <AdditionalTerms text={view.additionalInformation} by={view.fullName} />
            <Signatures parts={view} />
          </div>
        </Paper>
        {verificationLink && status === 'verified' ? (
          <LinkCard link={verificationLink} status={status} />
        ) : null}
        {status === 'pending' ? (
          <Group justify="space-between">
            <Group gap="sm">
              <ResendInvitation id={view.id} />
              <CorrectAddress id={view.id} address={view.thirdPartyEmail} />
            </Group>
            <CancelRequest id={view.id} />
          </Group>
        ) : null}
        {status === 'verified' ? <FeedbackButton /> : null}
      </Stack>
      {isProtectedPath(pathname) ? <ProtectionNote /> : null}
    </div>
  )
}

function listFacts(view: OwnerView) {
  const { id, createdAt, verifiedAt, thirdPartyEmail, thirdPartyPhone, emailProof } = view
  return [
    { name: words.reference, value: <code>{toReference(id)}</code> },
    { name: words.formId, value: <code>{id}</code> },
    { name: words.created, value: <Moment at={createdAt} /> },
    ...(verifiedAt ? [{ name: words.verifiedAt, value: <Moment at={verifiedAt} /> }] : []),
    ...(thirdPartyEmail ? [{ name: words.sentTo, value: thirdPartyEmail }] : []),
    ...(thirdPartyPhone ? [{ name: words.phone, value: thirdPartyPhone }] : []),
    ...(emailProof ? [{ name: words.emailProof, value: words.emailProofs[emailProof] }] : []),
  ]
}
