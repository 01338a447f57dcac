import { Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { request } from '../../../api/request.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { failureWords } from '../failure-words.ts'
import { words } from './words.ts'

/** For a link that opens nothing: another one is mailed to the third party, whoever asks. */
export function RequestLink({ id }: { id: string }) {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
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
      setError(failureWords(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <PageHeading lead={words.linkText}>{words.linkTitle}</PageHeading>
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label={words.email}
              type="email"
              name="email"
              inputMode="email"
              autoComplete="email"
              size="md"
              value={email}
              error={error}
              onChange={({ currentTarget }) => {
                setEmail(currentTarget.value)
                setIsSent(false)
              }}
            />
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
    </>
  )
}
