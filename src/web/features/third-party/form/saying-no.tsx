import { Button, Modal, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../../../contract/endpoints.ts'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { forgottenAfterDays, verificationLimits } from '../../../../domain/verification/verification.ts'
import gateWords from '../../../../words/en/gate.ts'
import words from '../../../../words/en/saying-no.ts'
import { readLanguage } from '../../../../words/language.ts'
import { describeFailure, findProblem, request } from '../../../api/request.ts'
import { readSite } from '../../../api/site.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import { useAction } from '../../../shared/effects.ts'
import { useKeptValue } from '../../../shared/forms/use-kept-value.ts'
import { useDialogInHistory } from '../../../shared/steps/use-place.ts'
import { toLocalDay } from '../../../shared/time/local-day.ts'
import { describeDay } from '../../../shared/time/moment.tsx'
import { Disclosure } from '../../../shared/ui/disclosure.tsx'
import { Failure } from '../../../shared/ui/failure.tsx'
import { BlockAndReport } from '../plain-parts.tsx'
import { Ending } from './ending.tsx'
import classes from './saying-no.module.css'

/** The two ways to say no: the creator sees that they declined, or sees nothing. */
export type No = 'declined' | 'private'

type SayNoProps = {
  name: string
  access: ThirdPartyAccess
  onSaidNo(no: No): void
  onPassEnded(): void
  onLinkChanged(): void
}

/** Refuses the whole request, after asking whether its creator is told (NO-6). */
export function SayNo({ name, access, onSaidNo, onPassEnded, onLinkChanged }: SayNoProps) {
  const dialog = useDialogInHistory('decline')
  const [reason, setReason] = useState('')
  useKeptValue('no', reason || null, setReason)
  const [sent, setSent] = useState<No | null>(null)
  /** A decline whose answer was lost may have closed the link. */
  const mayHaveDeclined = useRef(false)
  const { isBusy, failure, run } = useAction((error) => {
    const problem = findProblem(error)
    const code = problem?.code
    if (code === 'link_closed') {
      if (mayHaveDeclined.current) onSaidNo('declined')
      else onLinkChanged()
    } else if (problem) mayHaveDeclined.current = false
    if (code === 'gate_token_invalid') {
      dialog.close()
      onPassEnded()
    }
    return { title: problem ? words.failed : words.unclear, text: describeFailure(error) }
  })
  const send = async (no: No) => {
    const call = { params: { id: access.id }, token: access.gateToken }
    await run(async () => {
      setSent(no)
      if (no === 'private') await request('POST /api/public/verifications/:id/private-no', call)
      else {
        mayHaveDeclined.current = true
        await request('POST /api/public/verifications/:id/decline', { ...call, json: { reason } })
      }
      onSaidNo(no)
    })
  }
  const isSending = (no: No) => isBusy && sent === no
  const describeFailureOf = (no: No) =>
    failure && sent === no ? <Failure title={failure.title}>{failure.text}</Failure> : null

  return (
    <>
      <Button variant="default" size="lg" onClick={dialog.open}>
        {words.no}
      </Button>
      <Modal opened={dialog.opened} onClose={dialog.close} title={words.title}>
        <Stack gap="lg">
          <Text>{words.deleted}</Text>
          <Choice text={words.declineText({ name })}>
            <Disclosure title={words.addReason}>
              <Textarea
                label={words.reason}
                description={words.reasonHint({ name })}
                rows={3}
                maxLength={verificationLimits.declineReasonMax}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
            </Disclosure>
            <Button
              variant="default"
              size="md"
              fullWidth
              loading={isSending('declined')}
              onClick={() => void send('declined')}
            >
              {words.decline}
            </Button>
            {describeFailureOf('declined')}
          </Choice>
          <Choice text={words.privateText({ name })}>
            <Button
              variant="default"
              size="md"
              fullWidth
              className={classes['long'] ?? ''}
              loading={isSending('private')}
              onClick={() => void send('private')}
            >
              {words.private}
            </Button>
            {describeFailureOf('private')}
          </Choice>
          <Button variant="subtle" onClick={dialog.close}>
            {words.keep}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}

/** One of the answers: its effect, and the button. */
function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Stack gap="sm" className={classes['choice'] ?? ''}>
      <Text>{text}</Text>
      {children}
    </Stack>
  )
}

type SaidNoProps = {
  form: Pick<ThirdPartyView, 'id' | 'fullName' | 'createdAt'>
  no: No
  /** For a person who comes back after a private no: opens the form. */
  onAnswer?: () => void
}

const dayMs = 24 * 60 * 60 * 1000

/** The result of a refusal: what the other person sees, which data is held, and where to find help. */
export function SaidNo({ form, no, onAnswer }: SaidNoProps) {
  const name = form.fullName
  const closesAt = new Date(Date.parse(form.createdAt) + Number(readSite().linkLifeDays) * dayMs)
  const closes = { name, day: describeDay(toLocalDay(closesAt)) }
  const days = { name, days: forgottenAfterDays }
  return (
    <Paper className={classes['page'] ?? ''}>
      <Ending title={no === 'private' ? words.saidNo({ name }) : words.declined} />
      <Part title={words.sees({ name })}>
        <Text>{no === 'private' ? words.seesPrivate(closes) : words.seesDeclined}</Text>
      </Part>
      {no === 'private' ? (
        <Part title={words.later}>
          <Text>{words.laterText(closes)}</Text>
          {onAnswer ? (
            <div>
              <Button variant="default" onClick={onAnswer}>
                {words.answer}
              </Button>
            </div>
          ) : null}
        </Part>
      ) : null}
      <Part title={words.held}>
        <Text>{no === 'private' ? words.heldPrivate(days) : words.heldDeclined(days)}</Text>
        <Text>
          <Link to="/my-data">{gateWords.held}</Link>
        </Text>
      </Part>
      <Part title={words.help}>
        <Text>{words.emergency}</Text>
        <LocalHelp />
      </Part>
      <Part title={words.more({ name })}>
        <BlockAndReport formId={form.id} />
      </Part>
    </Paper>
  )
}

/** Help by country, as configured by the operator; empty until it is loaded. */
function LocalHelp() {
  const [help, setHelp] = useState<Answer<'GET /api/local-help'>['help']>([])
  useEffect(() => {
    const controller = new AbortController()
    request('GET /api/local-help', { signal: controller.signal })
      .then((answer) => setHelp(answer.help))
      .catch(() => {})
    return () => controller.abort()
  }, [])
  const countries = new Intl.DisplayNames(readLanguage().locale, { type: 'region' })
  return help.map(({ country, name, contact }) => (
    <Text key={`${country} ${name}`}>
      {words.helpIn({ country: countries.of(country) ?? country, name, contact })}
    </Text>
  ))
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['part']}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </section>
  )
}
