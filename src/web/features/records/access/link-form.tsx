import { Button, Card, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import words from '../../../../words/en/record-access.ts'
import { request } from '../../../api/request.ts'
import { OwnEmailField } from '../../../shared/forms/own-email-field.tsx'
import { describeFailure } from '../failure-words.ts'

/** Has a new link to a record mailed to its third party, whoever asks (RECORD-21). The page that led here may know their address. */
export function LinkForm({ id, lead }: { id: string; lead?: string }) {
  const [email, setEmail] = useState(readEmail(useLocation().state))
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const changeEmail = (typed: string) => {
    setEmail(typed)
    setIsSent(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (email.trim() === '') {
      setError(words.emailRequired)
      return
    }
    setIsBusy(true)
    setError(null)
    try {
      await request('POST /api/records/:id/link', { params: { id }, json: { email } })
      setIsSent(true)
    } catch (failure) {
      setError(describeFailure(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {lead ? <Text>{lead}</Text> : null}
          <OwnEmailField label={words.email} value={email} error={error} onType={changeEmail} />
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
