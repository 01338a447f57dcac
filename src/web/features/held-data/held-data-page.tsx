import '../../theme/components.css'
import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/held-data.ts'
import { describeFault, request } from '../../api/request.ts'
import { findAccessToken } from '../../api/session.ts'
import { useAction } from '../../shared/effects.ts'
import { useRefusal } from '../../shared/focus.ts'
import { OwnEmailField } from '../../shared/forms/email-field.tsx'
import { CodeField, SubmitButton } from '../../shared/forms/form-parts.tsx'
import { useKeptValue } from '../../shared/forms/use-kept-value.ts'
import { LinkFrame } from '../../shared/link/link-frame.tsx'
import { PageHeading, useHydrated } from '../../shared/ui/page-frame.tsx'
import { HeldData } from './held-data.tsx'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'description', content: words.lead },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/**
 * The data held about an address, shown to the person who reads its mailbox. The proof lives as long as the page, at
 * most half an hour.
 */
export default function HeldDataPage() {
  const [token, setToken] = useState<string | null>()
  const [isCodeSent, setIsCodeSent] = useState(false)
  // The page's own cache, so that the data is dropped with the page.
  const [client] = useState(() => new QueryClient())
  useKeptValue('held-data', token || null, setToken)
  return (
    <QueryClientProvider client={client}>
      <LinkFrame isProtected={false}>
        <PageHeading lead={isCodeSent ? null : words.lead}>
          {isCodeSent ? words.codeHeading : words.title}
        </PageHeading>
        {token ? (
          <HeldData token={token} onEnded={() => setToken(null)} />
        ) : (
          <ProveAddress
            isAgain={token === null}
            onSent={setIsCodeSent}
            onProven={(proven) => {
              setIsCodeSent(false)
              setToken(proven)
            }}
          />
        )}
      </LinkFrame>
    </QueryClientProvider>
  )
}

/**
 * Asks for the address, then for the code mailed to it. The page reveals nothing about the held data before the code is
 * right.
 */
export function ProveAddress({
  isAgain = false,
  onSent,
  onProven,
}: {
  isAgain?: boolean
  /** Called with whether a code was sent that is asked for now. */
  onSent(isSent: boolean): void
  onProven(token: string): void
}) {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setIsSent] = useState(false)
  const tellSent = (sent: boolean) => {
    setIsSent(sent)
    onSent(sent)
  }
  useKeptValue('held-data-code', isSent ? email : null, (typed) => {
    setEmail(typed)
    tellSent(true)
  })
  const { isBusy, failure, setFailure, run } = useAction(describeFault)
  const send = async () => {
    await request('POST /api/my-data/code', { json: { email } })
    tellSent(true)
  }
  const enter = async () => {
    const json = { email, code }
    const proven = await request('POST /api/my-data/code/entry', { token: await findAccessToken(), json })
    onProven(proven.token)
  }
  const isReady = useHydrated()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const isMissing = (isSent ? code : email).trim() === ''
    if (!isMissing) return void run(isSent ? enter : send)
    setFailure(isSent ? words.codeRequired : words.emailRequired)
    refusal.ref.current?.focus()
  }
  const refusal = useRefusal(failure)
  return (
    <Card>
      <form onSubmit={submit} noValidate method="post">
        <Stack gap="md">
          {isSent ? (
            <CodeField
              digits={8}
              size="md"
              value={code}
              autoFocus
              {...refusal}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          ) : (
            <OwnEmailField
              label={words.email}
              value={email}
              // With a value it's shown after 'another address'.
              autoFocus={isAgain || email !== ''}
              {...refusal}
              onType={setEmail}
            />
          )}
          <Text role="status" c="dimmed">
            {isSent ? words.codeSent : ''}
          </Text>
          <Group>
            <SubmitButton busy={isBusy} ready={isReady} fullWidth={false}>
              {isSent ? words.confirm : words.sendCode}
            </SubmitButton>
            {isSent ? (
              <Anchor
                component="button"
                type="button"
                mod="standalone"
                disabled={isBusy}
                onClick={() => {
                  setFailure(null)
                  tellSent(false)
                  setCode('')
                }}
              >
                {words.otherAddress}
              </Anchor>
            ) : null}
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
