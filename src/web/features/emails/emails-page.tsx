import '../../theme/components.css'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { EmailChoices } from '../../../contract/email-choices.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/email-choices.ts'
import gateWords from '../../../words/en/gate.ts'
import { describeFailure, findProblem, request } from '../../api/request.ts'
import { useAction } from '../../shared/effects.ts'
import { Failure } from '../../shared/ui/failure.tsx'
import { LinkButton, NarrowPage, PageHeading, PageSpinner } from '../../shared/ui/page-frame.tsx'

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
      <WaysOn />
    </NarrowPage>
  )
}

/** The page is opened from an email, so it has no page to go back to. */
function WaysOn() {
  return (
    <Group mt="xl" gap="sm">
      <LinkButton to="/my-data" variant="outline">
        {gateWords.held}
      </LinkButton>
      <LinkButton to="/" variant="outline">
        {gateWords.returnHome}
      </LinkButton>
    </Group>
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
        const isInvalid = findProblem(error)?.status === 404
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

type ChoiceName = 'sender' | 'all' | 'report'

type ChoicesOfProps = { token: string; found: EmailChoices; onChosen(choices: EmailChoices): void }

function ChoicesOf({ token, found, onChosen }: ChoicesOfProps) {
  const { blocksSender, blocksAll, isReported, reference } = found
  const { isBusy, failure, run } = useAction(describeFailure)
  const [pressed, setPressed] = useState<ChoiceName | null>(null)
  const offer = (choice: ChoiceName, button: string, act: () => Promise<EmailChoices>) => ({
    button,
    isBusy,
    failure: pressed === choice ? failure : null,
    onPress: () => {
      setPressed(choice)
      void run(async () => onChosen(await act()))
    },
  })
  // Sends only the pressed choice: the other one may have been changed on another page, or by the mail program.
  const choose = (choice: { blocksSender: boolean } | { blocksAll: boolean }) =>
    request('PUT /api/email-choices', { json: { token, ...choice } })
  const report = async () => {
    await request('POST /api/email-choices/report', { json: { token } })
    return { ...found, isReported: true }
  }
  return (
    <Stack gap="lg">
      <PageHeading lead={words.lead({ reference })}>{words.title}</PageHeading>
      <Text>{words.untold}</Text>
      <Choice
        title={words.sender.title}
        text={blocksSender ? words.sender.on : words.sender.text}
        offer={offer('sender', blocksSender ? words.sender.undo : words.sender.block, () =>
          choose({ blocksSender: !blocksSender }),
        )}
      />
      <Choice
        title={words.all.title}
        text={blocksAll ? words.all.on : words.all.text}
        offer={offer('all', blocksAll ? words.all.undo : words.all.block, () =>
          choose({ blocksAll: !blocksAll }),
        )}
      />
      <Choice
        title={words.report.title}
        text={isReported ? words.report.done : words.report.text}
        offer={isReported ? null : offer('report', words.report.button, report)}
      />
      <Text c="dimmed">{words.still}</Text>
    </Stack>
  )
}

type ChoiceProps = {
  title: string
  text: string
  offer: { button: string; isBusy: boolean; failure: string | null; onPress(): void } | null
}

function Choice({ title, text, offer }: ChoiceProps) {
  return (
    <Card component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text role="status">{text}</Text>
        {offer ? (
          <Button variant="default" data-disabled={offer.isBusy} onClick={offer.onPress}>
            {offer.button}
          </Button>
        ) : null}
        {offer?.failure ? <Failure title={words.failed}>{offer.failure}</Failure> : null}
      </Stack>
    </Card>
  )
}
