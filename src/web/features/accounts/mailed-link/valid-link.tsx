import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { MailedLinkView } from '../../../../contract/account-endpoints.ts'
import words from '../../../../words/en/mailed-link.ts'
import type { MailedLink } from '../../../api/mailed-link.ts'
import { useSession } from '../../../api/session-state.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { PressForm } from './press-form.tsx'
import { usePressedLink } from './use-pressed-link.ts'
import { VouchForm } from './vouch-form.tsx'

type ValidLinkProps = {
  link: MailedLink
  view: Extract<MailedLinkView, { state: 'valid' }>
  /** Called when the link turns out to be no good, or to ask for something else. */
  onVoid(): void
}

/** A link that can be used: who it is for, what it will do, and the button. Another account is never left without a question. */
export function ValidLink({ link, view, onVoid }: ValidLinkProps) {
  const { user } = useSession()
  const [signedInAs] = useState(user?.email ?? null)
  const [goesOn, setGoesOn] = useState(false)
  const { press, ending } = usePressedLink(link, view, onVoid)
  const isChange = view.new_email !== null

  if (ending) return <Ended ending={ending} email={view.new_email ?? view.email} />
  if (signedInAs && signedInAs !== view.email && !isChange && !goesOn)
    return <OtherAccount here={signedInAs} there={view.email} onGoOn={() => setGoesOn(true)} />
  return (
    <>
      <PageHeading lead={isChange ? <ChangeLead view={view} /> : <Lead view={view} />}>
        {words.headings[view.kind]}
      </PageHeading>
      {view.asks === 'press' ? (
        <PressForm label={words.buttons[view.kind]} onPress={() => press({})} />
      ) : (
        <VouchForm view={view} label={words.buttons[view.kind]} onShown={press} />
      )}
    </>
  )
}

function Lead({ view: { kind, email } }: Pick<ValidLinkProps, 'view'>) {
  if (kind === 'email_change_current' || kind === 'email_change_new') return null
  const [before, after] = words.leads[kind]
  return (
    <>
      {before} <strong>{email}</strong>
      {after === '.' ? after : ` ${after}`}
    </>
  )
}

function ChangeLead({ view }: Pick<ValidLinkProps, 'view'>) {
  return (
    <>
      {words.changeFrom} <strong>{view.from_email}</strong> {words.changeTo} <strong>{view.new_email}</strong>{' '}
      {words.changeBoth}
    </>
  )
}

function OtherAccount({ here, there, onGoOn }: { here: string; there: string; onGoOn(): void }) {
  return (
    <>
      <PageHeading>{words.otherTitle}</PageHeading>
      <Stack gap="md">
        <Text>
          {words.signedInAs} <strong>{here}</strong>. {words.linkIsFor} <strong>{there}</strong>.
        </Text>
        <Text>{words.goOn}</Text>
        <Stack gap="sm">
          <Button onClick={onGoOn} h="auto" mih="2.75rem" styles={wrapping}>
            {words.goOnAs({ email: there })}
          </Button>
          <LinkButton to="/dashboard" variant="outline">
            {words.stayAs({ email: here })}
          </LinkButton>
        </Stack>
      </Stack>
    </>
  )
}

const wrapping = { label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } } as const

function Ended({ ending, email }: { ending: 'half' | 'changed'; email: string }) {
  const { user } = useSession()
  const isHalf = ending === 'half'
  return (
    <div role="status">
      <PageHeading
        lead={
          isHalf ? (
            words.half
          ) : (
            <>
              <strong>{email}</strong> {words.changed}
            </>
          )
        }
      >
        {isHalf ? words.halfTitle : words.changedTitle}
      </PageHeading>
      <Group>
        <LinkButton to={user ? '/dashboard' : '/login'} variant="outline">
          {user ? words.toDashboard : words.toLogin}
        </LinkButton>
      </Group>
    </div>
  )
}
