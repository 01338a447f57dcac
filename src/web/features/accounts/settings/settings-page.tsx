import {
  Alert,
  Badge,
  Button,
  Card,
  Group,
  Modal,
  Progress,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { DataExport } from '../../../../contract/privacy.ts'
import { productName } from '../../../../domain/product.ts'
import ownDataWords from '../../../../words/en/own-data.ts'
import words from '../../../../words/en/settings.ts'
import { devicesQuery, newestExportQuery, profileQuery } from '../../../api/account.ts'
import { keptProofQuery } from '../../../api/kept-proof.ts'
import { describeFailure } from '../../../api/request.ts'
import { findAccessToken, loadAuthClient, sendAuthorisedRequest } from '../../../api/session.ts'
import { type SessionUser, useSession } from '../../../api/session-state.ts'
import { useAction } from '../../../shared/effects.ts'
import { useLostFocus } from '../../../shared/focus.ts'
import { SubmitButton } from '../../../shared/forms/form-parts.tsx'
import { type Outcome, useSchemaForm } from '../../../shared/forms/use-schema-form.ts'
import { readLocale } from '../../../shared/reader-locale.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { Failure } from '../../../shared/ui/failure.tsx'
import { insert } from '../../../shared/ui/insert.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { PageHeading } from '../../../shared/ui/page-frame.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { ActivityCard, activityQuery } from './activity-card.tsx'
import { passkeysQuery } from './ask-service.tsx'
import { AuthenticatorCard, appQuery } from './authenticator-card.tsx'
import { KeptProofCard } from './kept-proof-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { DevicesCard, SecurityCard } from './security-card.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

const cards = [
  <PasskeysCard key="passkeys" />,
  <AuthenticatorCard key="app" />,
  <DevicesCard key="devices" />,
  <ActivityCard key="activity" />,
  <KeptProofCard key="kept" />,
]

export default function SettingsPage() {
  const newestExport = useQuery(newestExportQuery)
  const answers = [
    useQuery(passkeysQuery),
    useQuery(appQuery),
    useQuery(devicesQuery),
    useQuery(activityQuery),
    useQuery(keptProofQuery),
    newestExport,
  ]
  // All queries start at once. Nothing is shown below a card that is still loading, because it would shift.
  const loading = answers.findIndex(({ isFetched }) => !isFetched)
  return (
    <>
      <PageHeading>{words.title}</PageHeading>
      <Stack gap="lg" maw="var(--assent-measure)">
        <ProfileCard />
        <SecurityCard />
        {cards.slice(0, loading < 0 ? undefined : loading + 1)}
        {loading < 0 ? (
          <>
            <NotificationsCard />
            <CopyCard newest={newestExport.data?.newest ?? null} />
            <CloseAccountCard />
          </>
        ) : null}
      </Stack>
    </>
  )
}

function NotificationsCard() {
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3">
          {words.notifications}
        </Title>
        <Badge variant="light" color="gray" tt="none">
          {words.comingSoon}
        </Badge>
      </Group>
      <Text c="dimmed" mt="xs">
        {words.notificationsNext}
      </Text>
    </Card>
  )
}

const loadSchema = () =>
  import('../../../../contract/account.ts').then(({ profileUpdateSchema }) => profileUpdateSchema)

/** The editable full name and the read-only email (SETTINGS-1). */
function ProfileCard() {
  const { user } = useSession()
  return (
    <Card>
      <Title order={2} size="h3">
        {words.profile}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {words.profileLead}
      </Text>
      {user ? <ProfileForm user={user} /> : null}
    </Card>
  )
}

function ProfileForm({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const { busy, ready, formProps, field } = useSchemaForm({
    announces: true,
    loadSchema,
    onValid: ({ full_name: fullName }) => save(fullName, queries),
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          {...field('full_name')}
          label={words.fullName}
          defaultValue={user.fullName}
          autoComplete="name"
        />
        <TextInput label={words.email} value={user.email} description={words.emailNote} readOnly />
        <div>
          <SubmitButton busy={busy} ready={ready} fullWidth={false}>
            {words.save}
          </SubmitButton>
        </div>
      </Stack>
    </form>
  )
}

async function save(fullName: string, queries: QueryClient): Promise<Outcome> {
  try {
    if ((await findAccessToken()) === null) return showNotSaved(words.noUser)
    const profile = await sendAuthorisedRequest('PATCH /api/profile', { json: { full_name: fullName } })
    queries.setQueryData(profileQuery.queryKey, profile)
  } catch {
    return showNotSaved(words.notSavedNext)
  }
  showToast({ kind: 'success', title: words.saved, description: words.savedNext })
  // The session shows the name too; its next token has the new one.
  await (await loadAuthClient()).refreshSession()
  return 'done'
}

function showNotSaved(description: string): 'failed' {
  showToast({ kind: 'error', title: words.notSaved, description })
  return 'failed'
}

/** A copy of the person's data: requested, polled while it is made, and downloaded (PRIVACY-8). */
function CopyCard({ newest }: { newest: DataExport | null }) {
  const queries = useQueryClient()
  const { isBusy, failure, run } = useAction(describeFailure)
  const request = () =>
    run(async () => {
      try {
        const requested = await sendAuthorisedRequest('POST /api/data-exports', {})
        queries.setQueryData(newestExportQuery.queryKey, { newest: requested })
      } finally {
        await queries.invalidateQueries(newestExportQuery)
      }
    })
  const isUnderWay = newest?.state === 'queued' || newest?.state === 'making'
  const status = useLostFocus<HTMLDivElement>(isUnderWay)
  return (
    <Card component="section" aria-labelledby="copy-title">
      <Title order={2} size="h3" id="copy-title">
        {ownDataWords.copy}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {ownDataWords.copyLead}
      </Text>
      <Stack gap="md" align="flex-start">
        <div ref={status} tabIndex={-1} role="status" style={{ width: '100%' }}>
          {newest ? <CopyStatus newest={newest} /> : null}
        </div>
        {isUnderWay ? null : (
          <Button
            variant={newest?.state === 'ready' ? 'default' : 'filled'}
            loading={isBusy}
            onClick={request}
          >
            {nameButton(newest)}
          </Button>
        )}
        {failure ? <Failure title={ownDataWords.copyNotAsked}>{failure}</Failure> : null}
      </Stack>
    </Card>
  )
}

function nameButton(newest: DataExport | null): string {
  if (newest?.state === 'failed') return ownDataWords.tryAgain
  return newest?.state === 'ready' ? ownDataWords.copyAgain : ownDataWords.download
}

/** At least 0.1, so that a copy is never announced as empty. */
const writeMegabytes = (bytes: number) =>
  Math.max(0.1, bytes / 1024 / 1024).toLocaleString(readLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  })

function CopyStatus({ newest }: { newest: DataExport }) {
  const { state, filesDone, filesTotal, url, expiresAt, byteCount } = newest
  if (state === 'failed')
    return (
      <Alert color="red" title={ownDataWords.failed}>
        {ownDataWords.failedNext}
      </Alert>
    )
  if (state === 'ready' && url && expiresAt)
    return (
      <Stack gap="sm" align="flex-start">
        <Text>
          {insert(ownDataWords.ready, {
            megabytes: writeMegabytes(byteCount),
            at: <Moment at={expiresAt} />,
          })}
        </Text>
        <Button onClick={() => window.location.assign(url)}>{ownDataWords.download}</Button>
      </Stack>
    )
  const percent = filesTotal === 0 ? 0 : Math.round((filesDone / filesTotal) * 100)
  return (
    <Stack gap="xs">
      <Text>
        {state === 'queued'
          ? ownDataWords.queued
          : ownDataWords.making({ done: filesDone, total: filesTotal })}
      </Text>
      <Progress value={percent} aria-label={ownDataWords.progress} />
      <Text size="sm" c="dimmed">
        {ownDataWords.leave}
      </Text>
    </Stack>
  )
}

const CloseAccountForm = lazyPart(() => import('./close-account-form.tsx'))

/** The button for closing the account: a dialog lists the consequences first (PRIVACY-9). */
function CloseAccountCard() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Card component="section" aria-labelledby="close-title">
      <Title order={2} size="h3" id="close-title">
        {ownDataWords.close}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {ownDataWords.closeLead}
      </Text>
      <div>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {ownDataWords.closeButton}
        </Button>
      </div>
      <Modal opened={isOpen} onClose={close} title={ownDataWords.dialog} size="lg">
        <Suspense fallback={<LoadingCard words={ownDataWords.loading} />}>
          <CloseAccountForm onClose={close} />
        </Suspense>
      </Modal>
    </Card>
  )
}
