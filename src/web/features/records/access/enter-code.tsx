import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import words from '../../../../words/en/record-access.ts'
import type { RecordAccess } from '../../../api/records.ts'
import { request } from '../../../api/request.ts'
import { CodeField } from '../../../shared/forms/code-field.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { describeFailure } from '../failure-words.ts'

type EnterCodeProps = {
  access: RecordAccess
  /** Called with the pass that the code gave. */
  onConfirmed(token: string): void
}

/** Where codes are in force: has one mailed and takes it. */
export function EnterCode({ access, onConfirmed }: EnterCodeProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setError(null)
    try {
      await work()
    } catch (failure) {
      setError(describeFailure(failure))
    } finally {
      setIsBusy(false)
    }
  }
  const identify = async () => ({ params: { id: access.id }, token: await access.findToken() })
  const send = () =>
    attempt(async () => {
      await request('POST /api/records/:id/code', await identify())
      setIsSent(true)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (code.trim() === '') {
      setError(words.codeRequired)
      return
    }
    void attempt(async () => {
      const pass = await request('POST /api/records/:id/code/entry', {
        ...(await identify()),
        json: { code },
      })
      onConfirmed(pass.token)
    })
  }
  return (
    <>
      <PageHeading lead={words.codeText}>{words.codeTitle}</PageHeading>
      <Card>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text role="status" c="dimmed">
              {isSent ? words.codeSent : ''}
            </Text>
            {isSent ? (
              <CodeField
                digits={8}
                size="md"
                value={code}
                error={error}
                onChange={({ currentTarget }) => setCode(currentTarget.value)}
              />
            ) : null}
            {error && !isSent ? <Text role="alert">{error}</Text> : null}
            <Group>
              {isSent ? (
                <Button type="submit" size="md" loading={isBusy}>
                  {words.confirm}
                </Button>
              ) : null}
              <Button
                size="md"
                variant={isSent ? 'default' : 'filled'}
                loading={isBusy && !isSent}
                onClick={send}
              >
                {words.sendCode}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  )
}
