import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import formWords from '../../../../words/en/form.ts'
import words from '../../../../words/en/gate.ts'
import keptWords from '../../../../words/en/kept-proof.ts'
import recordWords from '../../../../words/en/record.ts'
import { describeFailure, request } from '../../../api/request.ts'
import { readSessionState } from '../../../api/session-state.ts'
import { readSite } from '../../../api/site.ts'
import { Parties, SignedText } from '../../../shared/consent-document/document-parts.tsx'
import { HowKnown } from '../../../shared/consent-document/how-known.tsx'
import { DocumentTile, DocumentTiles } from '../../../shared/documents/document-tile.tsx'
import { useAction, useStillHere } from '../../../shared/effects.ts'
import type { KeptPass } from '../../../shared/link/gate-pass.ts'
import { RecordObject } from '../../../shared/record/record-object.tsx'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import { describeDay } from '../../../shared/time/moment.tsx'
import { Disclosure } from '../../../shared/ui/disclosure.tsx'
import { WithAddresses } from '../../../shared/ui/with-addresses.tsx'
import { ThirdPartyAccount } from '../../accounts/index.ts'
import { FeedbackButton } from '../../feedback/index.tsx'

/** The form as submitted, and whether a mail with the link to the record follows. */
export type CompletedForm = ThirdPartyView & { isLinkMailed: boolean }

/** The completed verification, shown to its third party right after the submission. */
export function Completed({ form, pass }: { form: CompletedForm; pass: KeptPass }) {
  const { selfie, id } = form.uploads
  const { email, token } = pass
  const given = selfie ? (id ? 'photoAndId' : 'photo') : id && 'id'
  const [mayOpenAccount] = useState(
    () =>
      typeof window !== 'undefined' &&
      'PublicKeyCredential' in window &&
      hasOwnReading(form) &&
      readSessionState().status !== 'signed-in',
  )
  return (
    <Stack gap="sm" maw="28rem">
      <Ending title={words.verified} />
      <Text size="sm">
        <WithAddresses>
          {formWords[form.isLinkMailed ? 'linkMailed' : 'linkNotMailed']({ email })}
        </WithAddresses>
      </Text>
      <RecordObject
        form={form}
        photos={{ creator: null, thirdParty: selfie && { state: 'open', document: selfie } }}
        sealed={null}
      />
      <OpenMyRecord id={form.id} email={email} />
      <Text size="sm">
        {formWords.changedMind}
        {given
          ? ` ${formWords.filesUntil({ pictures: formWords.pictures[given], day: describeDeletion(form.verifiedAt) })}`
          : null}
      </Text>
      {mayOpenAccount && id ? (
        <Disclosure title={keptWords.openAccount}>
          <Suspense fallback={null}>
            <ThirdPartyAccount
              verificationId={form.id}
              token={token}
              email={email}
              fullName={form.thirdPartyName}
              documentId={id.id}
            />
          </Suspense>
        </Disclosure>
      ) : null}
      <Disclosure title={recordWords.more}>
        <DocumentTiles>
          {selfie ? <DocumentTile document={selfie} name={formWords.yourPhoto} isOwn /> : null}
          {id ? <DocumentTile document={id} name={formWords.yourId} isOwn /> : null}
        </DocumentTiles>
        <HowKnown facts={form.howKnown} />
        <Parties parts={form} />
        <SignedText parts={form} />
        <FeedbackButton />
      </Disclosure>
    </Stack>
  )
}

/** Leaves the page only when the server can be reached, because the page can't be reached again (RECORD-20). */
function OpenMyRecord({ id, email }: { id: string; email: string }) {
  const navigate = useNavigate()
  const isHere = useStillHere()
  const { isBusy, failure, run } = useAction(describeFailure)
  const to = `/records/${id}`
  const open = async () => {
    await request('GET /api/public/verifications/:id', { params: { id } })
    if (isHere()) void navigate(to, { state: { email } })
  }
  return (
    <>
      <Button
        component={Link}
        to={to}
        size="lg"
        loading={isBusy}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          void run(open)
        }}
      >
        {formWords.openMyRecord}
      </Button>
      {failure ? (
        <Text role="alert" size="sm">
          {failure}
        </Text>
      ) : null}
    </>
  )
}

/** Whether their own ID was read, and their address proven by a code: then an account could keep the reading. */
function hasOwnReading({ howKnown }: ThirdPartyView): boolean {
  const isKnown = (fact: string, by: string) =>
    howKnown.known.some(
      ({ party, ...known }) => party === 'thirdParty' && known.fact === fact && known.step === by,
    )
  return isKnown('mailbox', 'code') && isKnown('name', 'document')
}

/** The deletion day of the files of a verification that was completed at that time, on the reader's calendar. */
function describeDeletion(verifiedAt: string | null): string {
  const completed = verifiedAt ? new Date(verifiedAt) : new Date()
  return describeDay(
    toLocalDay(new Date(completed.getTime() + Number(readSite().retentionDays) * 86_400_000)),
  )
}

/** Their evidence shows that they are under 18: only they are told. */
export function NotCompleted({ name }: { name: string }) {
  return (
    <Paper p="xl">
      <Ending title={formWords.underAge} />
      <Text mt="sm">{formWords.underAgeText({ name })}</Text>
    </Paper>
  )
}

/** Replaces the form on the page, so it takes the focus and scrolls to the top. */
export function Ending({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // Also when the history returns to the entry on which the steps began, because the browser would restore its scroll
  // position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived at another entry.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [key])
  return (
    <Title order={1} ref={heading} tabIndex={-1}>
      {title}
    </Title>
  )
}
