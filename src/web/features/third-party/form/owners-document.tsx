import { Alert, Anchor, Stack } from '@mantine/core'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { Link } from 'react-router'
import { toOwnerPath } from '../../../../contract/owner-path.ts'
import type { OwnerView } from '../../../../contract/verification.ts'
import type { VerificationStatus } from '../../../../domain/verification/verification.ts'
import formWords from '../../../../words/en/form.ts'
import words from '../../../../words/en/gate.ts'
import { AdditionalTerms } from '../../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../../shared/consent-document/consent-text-section.tsx'
import { Parties } from '../../../shared/consent-document/parties.tsx'
import { Signatures } from '../../../shared/consent-document/signatures.tsx'
import { LinkCard } from '../../../shared/link/link-card.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import classes from './signing-form.module.css'

/** Their own document as the creator reads it behind its link, with what its status asks of them: while pending, to share the link. */
export function OwnersDocument({ view }: { view: OwnerView }) {
  const record = toOwnerPath(view)
  const { status, verificationLink } = view
  return (
    <>
      <PageHeading
        aside={
          <Anchor component={Link} to={record} mod="standalone">
            {formWords.openRecord}
          </Anchor>
        }
      >
        {words.titles[view.type]}
      </PageHeading>
      <Stack gap="xl">
        <div role="status">{findBanner(status)}</div>
        {verificationLink ? <LinkCard link={verificationLink} status={status} /> : null}
        <div className={classes['paper']}>
          <Parties parts={view} />
          <ConsentTextSection version={view.consentTextVersion} kind={view.type} />
          <AdditionalTerms text={view.additionalInformation} by={view.fullName} />
          <Signatures parts={view} />
        </div>
      </Stack>
    </>
  )
}

/** Read aloud when it changes while the page is open. */
function findBanner(status: VerificationStatus) {
  switch (status) {
    case 'pending':
      return (
        <Alert color="yellow" role="none" icon={<IconHourglass aria-hidden />} title={formWords.awaiting}>
          {formWords.awaitingText}
        </Alert>
      )
    case 'verified':
      return (
        <Alert color="green" role="none" icon={<IconCircleCheck aria-hidden />} title={words.verified}>
          {formWords.verifiedOwnerText}
        </Alert>
      )
    default:
      return null
  }
}
