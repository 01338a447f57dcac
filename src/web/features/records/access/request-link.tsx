import { Alert, Anchor, Button, Card, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Withdrawn } from '../../../../contract/record.ts'
import words from '../../../../words/en/record-access.ts'
import { renewUser } from '../../../api/mailed-link.ts'
import { describeFailure, request } from '../../../api/request.ts'
import { logOut, type SessionUser, useSession } from '../../../api/session-state.ts'
import { useAction } from '../../../shared/effects.ts'
import { useRefusal } from '../../../shared/focus.ts'
import { OwnEmailField } from '../../../shared/forms/email-field.tsx'
import { describeMoment, Moment } from '../../../shared/time/moment.tsx'
import { PageHeading } from '../../../shared/ui/page-frame.tsx'
import { StatusBadge } from '../../../shared/ui/status-badge.tsx'
import { WithAddresses } from '../../../shared/ui/with-addresses.tsx'

/** For a person who can't open the record here: mails a link to the third party, or lets them log in. */
export function RequestLink({ id, hadLink }: { id: string; hadLink: boolean }) {
  const { user } = useSession()
  return (
    <>
      <PageHeading lead={hadLink ? words.linkText : words.noLinkText}>
        {hadLink ? words.linkTitle : words.noLinkTitle}
      </PageHeading>
      <LinkForm id={id} />
      {user ? (
        <NotInAccount id={id} user={user} />
      ) : (
        <Text mt="xl" c="dimmed">
          {words.accountText}{' '}
          <Anchor component={Link} to="/login" state={{ from: `/records/${id}` }}>
            {words.logIn}
          </Anchor>
        </Text>
      )}
    </>
  )
}

/**
 * Mails a new link to a record's third party; anyone may request it (RECORD-21). The previous page may have their
 * address.
 */
function LinkForm({ id, lead }: { id: string; lead?: string }) {
  const [email, setEmail] = useState(readEmail(useLocation().state))
  const { isBusy, failure: error, setFailure: setError, run } = useAction(describeFailure)
  const [isSent, setIsSent] = useState(false)
  const refusal = useRefusal(error)
  const changeEmail = (typed: string) => {
    setEmail(typed)
    setIsSent(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (email.trim() === '') {
      setError(words.emailRequired)
      refusal.ref.current?.focus()
      return
    }
    void run(async () => {
      await request('POST /api/records/:id/link', { params: { id }, json: { email } })
      setIsSent(true)
    })
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {lead ? <Text>{lead}</Text> : null}
          <OwnEmailField label={words.email} value={email} {...refusal} onType={changeEmail} />
          <div>
            <Button type="submit" size="md" loading={isBusy}>
              {words.sendLink}
            </Button>
          </div>
          <Text role="status" c="dimmed">
            {isSent ? words.linkSent : ''}
          </Text>
        </Stack>
      </form>
    </Card>
  )
}

function readEmail(state: unknown): string {
  const known = typeof state === 'object' && state !== null && 'email' in state ? state.email : null
  return typeof known === 'string' ? known : ''
}

/**
 * For a signed-in person whose account doesn't have the record: the reason, and how to open it. The account is
 * refetched with the page, because its address may now be confirmed, or its session may be over; the page then
 * continues automatically.
 */
function NotInAccount({ id, user }: { id: string; user: SessionUser }) {
  useEffect(() => {
    const look = () => void renewUser().catch(() => {})
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  const navigate = useNavigate()
  const leave = async () => {
    await logOut()
    await navigate('/login', { state: { from: `/records/${id}` } })
  }
  return (
    <Stack mt="xl" gap="sm" align="flex-start">
      <Text c="dimmed">
        <WithAddresses>
          {user.emailVerified
            ? words.notInAccount({ email: user.email })
            : words.unconfirmed({ email: user.email })}
        </WithAddresses>{' '}
        {user.emailVerified ? null : (
          <Anchor component={Link} to="/dashboard">
            {words.toDashboard}
          </Anchor>
        )}
      </Text>
      <Button variant="default" onClick={leave}>
        {words.otherAccount}
      </Button>
    </Stack>
  )
}

/**
 * After a withdrawal by a mailed link, which ends the link: a new one is mailed automatically, and can be requested.
 */
export function WithdrawnHere({
  id,
  withdrawnAt,
  heldUntil,
  isOtherMailed,
}: Withdrawn & { id: string; isOtherMailed: boolean }) {
  return (
    <>
      <PageHeading aside={<StatusBadge status="withdrawn" ageStep={null} />}>{words.leftTitle}</PageHeading>
      <Stack gap="xl">
        <Alert color="gray" title={<Moment at={withdrawnAt} />}>
          {describeLeft(isOtherMailed, heldUntil)}
        </Alert>
        <LinkForm id={id} lead={words.notArrived} />
      </Stack>
    </>
  )
}

/**
 * Tells the third party the effect of their withdrawal. `findHoldEnd` is null when no legal hold of the other person
 * keeps the files.
 */
function describeLeft(isOtherMailed: boolean, heldUntil: string | null): string {
  return [
    heldUntil ? words.filesLocked({ until: describeMoment(heldUntil) }) : words.filesDestroyed,
    isOtherMailed ? words.bothMailed : words.onlyYouMailed,
  ].join(' ')
}
