import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { PublicVerification } from '../../../contract/third-party.ts'
import { productName } from '../../../domain/product.ts'
import { toLinkedId } from '../../../domain/typed-text.ts'
import type { VerificationKind } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/gate.ts'
import { request } from '../../api/request.ts'
import { findAccessToken } from '../../api/session.ts'
import { gatePass, type KeptPass, keptSetSecret } from '../../shared/link/gate-pass.ts'
import { LinkFrame } from '../../shared/link/link-frame.tsx'
import { setWatermarkViewer } from '../../shared/protection/protection-state.ts'
import { requestFailedStylesAgain } from '../../shared/ui/failed-styles.ts'
import { PageSpinner, useHydrated } from '../../shared/ui/page-frame.tsx'
import { GateFooter, GatePage } from './gate/gate-page.tsx'
import { invalidLink, type LinkFault, toLinkFault } from './gate/link-fault.ts'
import { LinkFailed, LinkOver } from './plain-parts.tsx'

let hasDownloadFailed = false

/** After a failed download, its styles are requested again too, and waited for. */
async function downloadForm() {
  if (hasDownloadFailed) await requestFailedStylesAgain()
  try {
    return await import('./form/third-party-form.tsx')
  } catch (error) {
    hasDownloadFailed = true
    throw error
  }
}

const ThirdPartyForm = lazy(downloadForm)
const OwnerOfLink = lazy(() => import('./owner-of-link.tsx'))

export function meta() {
  return [
    { title: `${words.pageTitle} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** The page behind a shared link (GATE, FORM). */
export default function ThirdPartyPage() {
  const formId = toLinkedId(useParams()['formId'])
  return <LinkPage key={formId} formId={formId} />
}

/** The frame stays while its content changes. */
function Framed({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  return (
    <LinkFrame footer={footer}>
      <Suspense fallback={<PageSpinner words={words.loading} />}>{children}</Suspense>
    </LinkFrame>
  )
}

function LinkPage({ formId }: { formId: string | null }) {
  const { state, reload } = useLink(formId)
  const [pass, setPass] = useState<KeptPass | null>(() => (formId ? gatePass.find(formId) : null))
  const [hasEnded, setHasEnded] = useState(false)
  const [isAnswered, setIsAnswered] = useState(false)
  const type = useTypeInAddress()

  useEffect(() => {
    setWatermarkViewer(pass?.email ?? null)
    return () => setWatermarkViewer(null)
  }, [pass])

  const isOver = state.phase === 'open' && state.link.state !== 'pending'
  useEffect(() => {
    if (isOver && formId) keptSetSecret.drop(formId)
  }, [isOver, formId])

  const enter = useCallback(
    (passed: KeptPass) => {
      if (formId) gatePass.keep(formId, passed)
      setPass(passed)
    },
    [formId],
  )
  const leave = useCallback(() => {
    if (formId) gatePass.drop(formId)
    setHasEnded(true)
    setPass(null)
  }, [formId])

  const footer = <GateFooter formId={state.phase === 'open' ? formId : null} isAnswered={isAnswered} />
  if (state.phase === 'loading') {
    return (
      <Framed footer={footer}>
        <GatePage type={type} gate={null} />
      </Framed>
    )
  }
  if (state.phase === 'failed' || !formId) {
    return (
      <Framed footer={footer}>
        <LinkFailed fault={state.phase === 'failed' ? state.fault : invalidLink} onRetry={reload} />
      </Framed>
    )
  }
  const { link } = state
  if (link.owner) {
    return (
      <Framed>
        <OwnerOfLink formId={formId} />
      </Framed>
    )
  }
  if (link.state === 'verified') {
    const opens = pass?.hasSubmitted === true
    const sentences = [words.verifiedText, words.verifiedOwn, ...(opens ? [] : [words.verifiedNext])]
    const way = { to: `/records/${formId}`, label: opens ? words.openRecord : words.newLink }
    return (
      <Framed footer={footer}>
        <LinkOver title={words.verified} sentences={sentences} way={way} />
      </Framed>
    )
  }
  if (link.state === 'closed') {
    // Only a person who passed the gate can have uploaded anything.
    const sentences = [words.closedText, ...(pass ? [words.closedDeleted] : []), words.closedNext]
    return (
      <Framed footer={footer}>
        <LinkOver title={words.closed} sentences={sentences} />
      </Framed>
    )
  }
  if (!pass) {
    return (
      <Framed footer={footer}>
        <GatePage
          type={link.type}
          gate={{
            formId,
            hasEnded,
            onProven: () => void downloadForm().catch(() => {}),
            onPassed: enter,
            onLinkChanged: reload,
          }}
        />
      </Framed>
    )
  }
  return (
    <Framed footer={isAnswered ? footer : undefined}>
      <ThirdPartyForm
        formId={formId}
        pass={pass}
        onPass={enter}
        onPassLost={leave}
        onLinkChanged={reload}
        onAnswered={setIsAnswered}
      />
    </Framed>
  )
}

/**
 * The kind in the address, age by default (GATE-1), until the server has returned it. The page is prerendered once for
 * all links, so the address is only used after hydration.
 */
function useTypeInAddress(): VerificationKind {
  const [parameters] = useSearchParams()
  const isHydrated = useHydrated()
  return isHydrated && parameters.get('type') === 'person' ? 'person' : 'age'
}

type LinkState =
  | { phase: 'loading' }
  | { phase: 'failed'; fault: LinkFault }
  | { phase: 'open'; link: PublicVerification }

/** The state of a link before the gate; the creator is recognised by their session. `reload` refetches it. */
function useLink(formId: string | null): { state: LinkState; reload(): void } {
  const [state, setState] = useState<LinkState>({ phase: 'loading' })

  const load = useCallback(
    async (signal: AbortSignal) => {
      setState({ phase: 'loading' })
      if (!formId) {
        setState({ phase: 'failed', fault: invalidLink })
        return
      }
      try {
        // A missing session sends no token; an unreadable one must not close the link.
        const token = await findAccessToken().catch(() => null)
        const link = await request('GET /api/public/verifications/:id', {
          params: { id: formId },
          token,
          signal,
        })
        if (!signal.aborted) setState({ phase: 'open', link })
      } catch (error) {
        if (!signal.aborted) setState({ phase: 'failed', fault: toLinkFault(error) })
      }
    },
    [formId],
  )

  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load])

  return { state, reload: useCallback(() => void load(new AbortController().signal), [load]) }
}
