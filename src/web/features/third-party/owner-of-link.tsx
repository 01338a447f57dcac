import '../../theme/components.css'
import { Alert, Anchor, Stack } from '@mantine/core'
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { toOwnerPath } from '../../../contract/address.ts'
import type { OwnerView } from '../../../contract/verification.ts'
import type { VerificationStatus } from '../../../domain/verification/verification.ts'
import formWords from '../../../words/en/form.ts'
import words from '../../../words/en/gate.ts'
import { sendAuthorisedRequest } from '../../api/session.ts'
import { Parties, SignedText } from '../../shared/consent-document/document-parts.tsx'
import { LinkCard } from '../../shared/link/link-card.tsx'
import { PageHeading, PageSpinner } from '../../shared/ui/page-frame.tsx'
import { useLiveChanges } from '../live/index.ts'
import classes from './form/signing-form.module.css'
import { type LinkFault, toLinkFault } from './gate/link-fault.ts'
import { LinkFailed } from './plain-parts.tsx'

type OwnerState =
  | { phase: 'loading' }
  | { phase: 'failed'; fault: LinkFault }
  | { phase: 'open'; view: OwnerView }

/**
 * The creator at their own link: no gate, no form, a prompt to share it. The page updates when the other person has
 * finished; a failed refetch keeps the shown content.
 */
export default function OwnerOfLink({ formId }: { formId: string }) {
  const [state, setState] = useState<OwnerState>({ phase: 'loading' })
  const loading = useRef<AbortController>(null)
  const load = useCallback(async () => {
    loading.current?.abort()
    const controller = new AbortController()
    loading.current = controller
    const { signal } = controller
    try {
      const view = await sendAuthorisedRequest('GET /api/verifications/:id', {
        params: { id: formId },
        signal,
      })
      if (!signal.aborted) setState({ phase: 'open', view })
    } catch (error) {
      if (signal.aborted) return
      setState((shown) => (shown.phase === 'open' ? shown : { phase: 'failed', fault: toLinkFault(error) }))
    }
  }, [formId])
  useEffect(() => {
    void load()
    return () => loading.current?.abort()
  }, [load])
  useLiveChanges(load)

  if (state.phase === 'loading') return <PageSpinner words={words.loading} />
  if (state.phase === 'failed') {
    const tryAgain = () => {
      setState({ phase: 'loading' })
      void load()
    }
    return <LinkFailed fault={state.fault} onRetry={tryAgain} />
  }
  return <OwnersDocument view={state.view} />
}

/** The creator's document as shown at its link, with the next step for its status: while pending, to share the link. */
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
          <SignedText parts={view} />
        </div>
      </Stack>
    </>
  )
}

/** Announced when it changes while the page is open. */
function findBanner(status: VerificationStatus) {
  switch (status) {
    case 'pending':
      return (
        <Alert mod="request" role="none" icon={<IconHourglass aria-hidden />} title={formWords.awaiting}>
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
