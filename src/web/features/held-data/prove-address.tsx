import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import words from '../../../words/en/held-data.ts'
import { request } from '../../api/request.ts'
import { CodeField } from '../../shared/forms/code-field.tsx'
import { OwnEmailField } from '../../shared/forms/own-email-field.tsx'
import { SubmitButton } from '../../shared/forms/submit-button.tsx'
import { useHydrated } from '../../shared/ui/use-hydrated.ts'
import { describeFailure } from './failure-text.ts'

/** The address, then the code that was mailed there. Nothing is said about what is held before the code was right. */
export function ProveAddress({ onProven }: { onProven(token: string): void }) {
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const sending = useMutation({ mutationFn: () => request('POST /api/my-data/code', { json: { email } }) })
  const entering = useMutation({
    mutationFn: () => request('POST /api/my-data/code/entry', { json: { email, code } }),
    onSuccess: ({ token }) => onProven(token),
  })
  const isSent = sending.isSuccess
  const isReady = useHydrated()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending || entering.isPending) return
    const isMissing = (isSent ? code : email).trim() === ''
    setMissing(isMissing ? (isSent ? words.codeRequired : words.emailRequired) : null)
    if (!isMissing) (isSent ? entering : sending).mutate()
  }
  const failure = isSent ? entering.error : sending.error
  const fault = missing ?? (failure ? describeFailure(failure) : null)
  return (
    <Card>
      <form onSubmit={submit} noValidate method="post">
        <Stack gap="md">
          {isSent ? (
            <CodeField
              digits={8}
              size="md"
              value={code}
              error={fault}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          ) : (
            <OwnEmailField label={words.email} value={email} error={fault} onType={setEmail} />
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
                onClick={() => {
                  sending.reset()
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
