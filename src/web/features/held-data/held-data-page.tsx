import '../../theme/components.css'
import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { MutationCache, QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/held-data.ts'
import { describeFault, findProblem, request } from '../../api/request.ts'
import { findAccessToken } from '../../api/session.ts'
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
  const [client] = useState(createQueryClient)
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
 * The page's own query cache, so that the data is dropped with the page. After half an hour the server refuses every
 * action: the data are then fetched again, which is refused too, and offers the way back.
 */
function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (findProblem(error)?.code === 'mailbox_unproven') void client.invalidateQueries()
  }
  const client = new QueryClient({ mutationCache: new MutationCache({ onError }) })
  return client
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
  const [missing, setMissing] = useState<string | null>(null)
  const [isSent, setIsSent] = useState(false)
  const tellSent = (sent: boolean) => {
    setIsSent(sent)
    onSent(sent)
  }
  useKeptValue('held-data-code', isSent ? email : null, (typed) => {
    setEmail(typed)
    tellSent(true)
  })
  const sending = useMutation({
    mutationFn: () => request('POST /api/my-data/code', { json: { email } }),
    onSuccess: () => tellSent(true),
  })
  const entering = useMutation({
    mutationFn: async () =>
      request('POST /api/my-data/code/entry', { token: await findAccessToken(), json: { email, code } }),
    onSuccess: ({ token }) => onProven(token),
  })
  const isReady = useHydrated()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending || entering.isPending) return
    const isMissing = (isSent ? code : email).trim() === ''
    setMissing(isMissing ? (isSent ? words.codeRequired : words.emailRequired) : null)
    if (isMissing) refusal.ref.current?.focus()
    else (isSent ? entering : sending).mutate()
  }
  const failure = isSent ? entering.error : sending.error
  const refusal = useRefusal(missing ?? (failure ? describeFault(failure) : null))
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
            <SubmitButton busy={sending.isPending || entering.isPending} ready={isReady} fullWidth={false}>
              {isSent ? words.confirm : words.sendCode}
            </SubmitButton>
            {isSent ? (
              <Anchor
                component="button"
                type="button"
                mod="standalone"
                onClick={() => {
                  setMissing(null)
                  sending.reset()
                  tellSent(false)
                  entering.reset()
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
