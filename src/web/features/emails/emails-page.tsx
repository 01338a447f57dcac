import '../../theme/components.css'
import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { EmailChoices } from '../../../contract/email-choices.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/email-choices.ts'
import { describeFailure, RequestFailure, request } from '../../api/request.ts'
import { useAction } from '../../shared/effects.ts'
import { NarrowPage, PageHeading, PageSpinner } from '../../shared/ui/page-frame.tsx'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** The page of an email's footer. Opening it changes nothing: each choice needs a press (BLOCK-1). */
export default function EmailsPage() {
  const token = new URLSearchParams(useLocation().search).get('token') ?? ''
  return (
    <NarrowPage>
      <Choices key={token} token={token} />
    </NarrowPage>
  )
}

type Found = EmailChoices | 'looking' | 'invalid' | 'failed'

function Choices({ token }: { token: string }) {
  const [found, setFound] = useState<Found>('looking')
  const look = useCallback(
    async (signal: AbortSignal) => {
      setFound('looking')
      try {
        const choices = await request('POST /api/email-choices', { json: { token }, signal })
        if (!signal.aborted) setFound(choices)
      } catch (error) {
        if (signal.aborted) return
        const isInvalid = error instanceof RequestFailure && error.problem?.status === 404
        setFound(isInvalid ? 'invalid' : 'failed')
      }
    },
    [token],
  )
  useEffect(() => {
    const controller = new AbortController()
    void look(controller.signal)
    return () => controller.abort()
  }, [look])

  if (found === 'looking') return <PageSpinner words={words.loading} />
  if (found === 'invalid') return <PageHeading lead={words.invalidText}>{words.invalid}</PageHeading>
  if (found === 'failed')
    return (
      <>
        <PageHeading>{words.failed}</PageHeading>
        <Button onClick={() => void look(new AbortController().signal)}>{words.tryAgain}</Button>
      </>
    )
  return <ChoicesOf token={token} found={found} onChosen={setFound} />
}

type ChoicesOfProps = { token: string; found: EmailChoices; onChosen(choices: EmailChoices): void }

function ChoicesOf({ token, found, onChosen }: ChoicesOfProps) {
  const { blocksSender, blocksAll, isReported, reference } = found
  const { isBusy, failure, run } = useAction(describeFailure)
  // Sends only the pressed choice: the other one may have been changed on another page, or by the mail program.
  const choose = (pressed: { blocksSender: boolean } | { blocksAll: boolean }) =>
    run(async () => onChosen(await request('PUT /api/email-choices', { json: { token, ...pressed } })))
  const report = () =>
    run(async () => {
      await request('POST /api/email-choices/report', { json: { token } })
      onChosen({ ...found, isReported: true })
    })
  return (
    <Stack gap="lg">
      <PageHeading lead={words.lead({ reference })}>{words.title}</PageHeading>
      <Text>{words.untold}</Text>
      {failure ? (
        <Alert color="red" role="alert" title={words.failed}>
          {failure}
        </Alert>
      ) : null}
      <Choice title={words.sender.title} text={blocksSender ? words.sender.on : words.sender.text}>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void choose({ blocksSender: !blocksSender })}
        >
          {blocksSender ? words.sender.undo : words.sender.block}
        </Button>
      </Choice>
      <Choice title={words.all.title} text={blocksAll ? words.all.on : words.all.text}>
        <Button variant="default" disabled={isBusy} onClick={() => void choose({ blocksAll: !blocksAll })}>
          {blocksAll ? words.all.undo : words.all.block}
        </Button>
      </Choice>
      <Choice title={words.report.title} text={isReported ? words.report.done : words.report.text}>
        {isReported ? null : (
          <Button variant="default" disabled={isBusy} onClick={() => void report()}>
            {words.report.button}
          </Button>
        )}
      </Choice>
      <Text c="dimmed">{words.still}</Text>
    </Stack>
  )
}

function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text role="status">{text}</Text>
        {children}
      </Stack>
    </Card>
  )
}
