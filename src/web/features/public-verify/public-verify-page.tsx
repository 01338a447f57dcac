import { Button, Paper, Text, Title } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { productName } from '../../../domain/product.ts'
import { setWatermarkViewer } from '../../shared/protection/protection-state.ts'
import { ErrorCard } from '../../shared/ui/error-card.tsx'
import { PageSpinner } from '../../shared/ui/page-spinner.tsx'
import { GatePage } from './gate-page.tsx'
import { dropPass, type KeptPass, keepPass, readPass } from './gate-pass.ts'
import type { LinkFault } from './link-fault.ts'
import { PublicFrame } from './public-frame.tsx'
import { useLink } from './use-link.ts'
import { words } from './words.ts'

const downloadForm = () => import('./third-party-form.tsx')
const ThirdPartyForm = lazy(downloadForm)
const OwnerOfLink = lazy(() => import('./owner-of-link.tsx'))

export function meta() {
  return [
    { title: `${words.pageTitle} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** What stands behind a shared link (document 2, section 2, public page). */
export default function PublicVerifyPage() {
  const { formId } = useParams()
  return (
    <PublicFrame>
      <Suspense fallback={<PageSpinner words={words.loading} />}>
        <LinkPage key={formId} formId={formId} />
      </Suspense>
    </PublicFrame>
  )
}

function LinkPage({ formId }: { formId: string | undefined }) {
  const { state, reload } = useLink(formId)
  const [pass, setPass] = useState<KeptPass | null>(() => (formId ? readPass(formId, new Date()) : null))
  const [hasEnded, setHasEnded] = useState(false)

  useEffect(() => {
    setWatermarkViewer(pass?.email ?? null)
    return () => setWatermarkViewer(null)
  }, [pass])

  const enter = useCallback(
    (passed: KeptPass) => {
      if (formId) keepPass(formId, passed)
      setPass(passed)
    },
    [formId],
  )
  const leave = useCallback(() => {
    if (formId) dropPass(formId)
    setHasEnded(true)
    setPass(null)
  }, [formId])

  if (state.phase === 'loading') return <PageSpinner words={words.loading} />
  if (state.phase === 'failed' || !formId) {
    return <LinkFailed fault={state.phase === 'failed' ? state.fault : null} onRetry={reload} />
  }
  const { link } = state
  if (link.owner) return <OwnerOfLink formId={formId} />
  if (link.state === 'verified') {
    return <Notice title={words.verified} sentences={[words.verifiedText, words.verifiedOwn]} />
  }
  if (link.state === 'closed') {
    return <Notice title={words.closed} sentences={[words.closedText, words.closedNext]} />
  }
  if (!pass) {
    return (
      <GatePage
        formId={formId}
        type={link.type}
        hasEnded={hasEnded}
        onProven={() => void downloadForm().catch(() => {})}
        onPassed={enter}
        onLinkChanged={reload}
      />
    )
  }
  return (
    <ThirdPartyForm formId={formId} pass={pass} onPass={enter} onPassLost={leave} onLinkChanged={reload} />
  )
}

function LinkFailed({ fault, onRetry }: { fault: LinkFault | null; onRetry(): void }) {
  return (
    <ErrorCard
      order={1}
      title={words.failed}
      action={
        <>
          {fault?.canRetry ? <Button onClick={onRetry}>{words.tryAgain}</Button> : null}
          <Button component={Link} to="/" variant={fault?.canRetry ? 'default' : 'filled'}>
            {words.returnHome}
          </Button>
        </>
      }
    >
      {fault?.message ?? words.invalidLink}
    </ErrorCard>
  )
}

/** A link with nothing to do behind it any more, and nothing personal either. */
function Notice({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <Paper p="xl">
      <Title order={1} size="h2">
        {title}
      </Title>
      {sentences.map((sentence) => (
        <Text key={sentence} mt="sm">
          {sentence}
        </Text>
      ))}
      <Button component={Link} to="/" variant="default" mt="xl">
        {words.returnHome}
      </Button>
    </Paper>
  )
}
