import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { fillPath, paths } from '../../../contract/paths.ts'
import type { OwnerView } from '../../../contract/verification.ts'
import { authorisedRequest } from '../../api/authorised-request.ts'
import { AdditionalTerms } from '../../shared/consent-document/additional-terms.tsx'
import { ConsentTextSection } from '../../shared/consent-document/consent-text-section.tsx'
import { Parties } from '../../shared/consent-document/parties.tsx'
import { Signatures } from '../../shared/consent-document/signatures.tsx'
import { LinkCard } from '../../shared/link/link-card.tsx'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import { PageSpinner } from '../../shared/ui/page-spinner.tsx'
import { formWords } from './form-words.ts'
import { type LinkFault, linkFault } from './link-fault.ts'
import classes from './signing-form.module.css'
import { words } from './words.ts'

type OwnerState =
  | { phase: 'loading' }
  | { phase: 'failed'; fault: LinkFault }
  | { phase: 'open'; view: OwnerView }

/** The creator at their own link: no gate, nothing to submit, a prompt to share it. */
export default function OwnerOfLink({ formId }: { formId: string }) {
  const [state, setState] = useState<OwnerState>({ phase: 'loading' })
  const load = useCallback(
    async (signal: AbortSignal) => {
      setState({ phase: 'loading' })
      try {
        const path = fillPath(paths.verification, { id: formId })
        const view = await authorisedRequest<OwnerView>(path, { signal })
        if (!signal.aborted) setState({ phase: 'open', view })
      } catch (error) {
        if (!signal.aborted) setState({ phase: 'failed', fault: linkFault(error) })
      }
    },
    [formId],
  )
  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load])

  if (state.phase === 'loading') return <PageSpinner words={words.loading} />
  if (state.phase === 'failed') {
    return (
      <ErrorCard
        order={1}
        title={words.failed}
        action={<Button onClick={() => void load(new AbortController().signal)}>{words.tryAgain}</Button>}
      >
        {state.fault.message}
      </ErrorCard>
    )
  }
  return <OwnersDocument view={state.view} />
}

function OwnersDocument({ view }: { view: OwnerView }) {
  const record = view.type === 'age' ? `/consent-form/${view.id}` : `/person-verification-view/${view.id}`
  const { status, verificationLink } = view
  return (
    <>
      <PageHeading
        aside={
          <Anchor component={Link} to={record}>
            {formWords.openRecord}
          </Anchor>
        }
      >
        {words.titles[view.type]}
      </PageHeading>
      <Stack gap="xl">
        {status === 'pending' ? (
          <Alert color="yellow" icon={<IconHourglass aria-hidden />} title={formWords.awaiting}>
            {formWords.awaitingText}
          </Alert>
        ) : null}
        {status === 'verified' ? (
          <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={words.verified}>
            {formWords.verifiedOwnerText}
          </Alert>
        ) : null}
        {verificationLink ? <LinkCard link={verificationLink} status={status} /> : null}
        <div className={classes['paper']}>
          <Parties parts={view} />
          <ConsentTextSection version={view.consentTextVersion} kind={view.type} />
          <AdditionalTerms text={view.additionalInformation} />
          <Signatures parts={view} />
        </div>
      </Stack>
    </>
  )
}
