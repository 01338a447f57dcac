import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useRef } from 'react'
import type { Usage } from '../../../../contract/plan.ts'
import { defaultValidity } from '../../../../domain/verification/validity.ts'
import { usageAction, type VerificationKind } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/wizard.ts'
import { usageQuery } from '../../../api/account.ts'
import { useSession } from '../../../api/session-state.ts'
import { makeConsentTextQuery } from '../../../api/verifications.ts'
import { describeDay, describeNextMonthStart } from '../../../shared/time/moment.tsx'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { PageHeading, PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { type BeginAgain, type FoundDraft, useFoundDraft } from './use-draft-saving.ts'
import { toValidity } from './wizard-values.ts'

/** Loaded lazily: rarely needed, and large because it includes parts of the plan pages. */
const PendingPlan = lazyPart(() => import('./pending-plan.tsx'))

export type WizardProps = { userId: string; found: FoundDraft; begin: BeginAgain; usage: Usage }

type WizardPageProps = {
  kind: VerificationKind
  title: string
  lead: string
  /** The actions when the month's allowance is used up. */
  limitActions: ReactNode
  /** Remounted with `found.round` as its key. */
  Wizard: ComponentType<WizardProps>
}

/** A wizard for the signed-in person, with their unfinished draft. */
export function WizardPage(props: WizardPageProps) {
  const { user } = useSession()
  return user ? <SignedIn key={user.id} userId={user.id} {...props} /> : null
}

type SignedInProps = WizardPageProps & { userId: string }

function SignedIn({ userId, kind, title, lead, limitActions, Wizard }: SignedInProps) {
  const [found, begin] = useFoundDraft(kind, userId)
  // All requests start at once.
  useQuery(usageQuery)
  const validity = toValidity({ validity: found?.draft?.values.validity ?? defaultValidity })
  const text = useQuery(makeConsentTextQuery(kind, validity))
  return (
    <>
      <PageHeading lead={lead} compact>
        {title}
      </PageHeading>
      {text.isError && !text.data ? (
        <DataIssue isBusy={text.isFetching} onAgain={() => void text.refetch()} />
      ) : found && text.data ? (
        <UsageGate kind={kind} isEdited={found.draft !== null} limitActions={limitActions}>
          {(usage) => <Wizard key={found.round} userId={userId} found={found} begin={begin} usage={usage} />}
        </UsageGate>
      ) : (
        <PageSpinner words={words.checking} />
      )}
    </>
  )
}

function DataIssue({ isBusy, onAgain }: { isBusy: boolean; onAgain(): void }) {
  return (
    <ErrorCard
      title={words.dataIssue}
      action={
        <Button loading={isBusy} onClick={onAgain}>
          {words.tryAgain}
        </Button>
      }
    >
      {words.dataIssueText}
    </ErrorCard>
  )
}

type UsageGateProps = {
  kind: VerificationKind
  /** Whether the person has typed anything: then the wizard stays, and the server decides (CREATE-2). */
  isEdited: boolean
  /** The actions when the month's allowance is used up. */
  limitActions: ReactNode
  children: (usage: Usage) => ReactNode
}

/**
 * Opens a wizard while there is an allowance left this month. An open wizard stays open, even when the last one was
 * just used.
 */
export function UsageGate({ kind, isEdited, limitActions, children }: UsageGateProps) {
  const usage = useQuery(usageQuery)
  const isAdmittedRef = useRef(isEdited)
  // A usage from before the last creation doesn't open the wizard; an open wizard stays open.
  const isOvertaken = usage.isStale && usage.isFetching && !isAdmittedRef.current
  if (usage.isPending || isOvertaken) return <PageSpinner words={words.checking} />
  if (usage.isError && !usage.data) {
    return <DataIssue isBusy={usage.isFetching} onAgain={() => void usage.refetch()} />
  }
  const { unlimited, remaining } = usage.data[usageAction[kind]]
  if (unlimited || (remaining ?? 0) > 0) isAdmittedRef.current = true
  if (isAdmittedRef.current) return children(usage.data)
  if (usage.data.tier === 'pending') {
    return (
      <Suspense fallback={<PageSpinner words={words.checking} />}>
        <PendingPlan />
      </Suspense>
    )
  }
  return (
    <ErrorCard title={words.limitTitle} action={limitActions}>
      <p>{words.limitText[kind]}</p>
      <p>{words.limitNext({ day: describeDay(describeNextMonthStart(new Date())) })}</p>
    </ErrorCard>
  )
}
