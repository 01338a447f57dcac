import { Alert, Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ClosingView } from '../../../../contract/privacy.ts'
import words from '../../../../words/en/own-data.ts'
import { closingQuery } from '../../../api/account.ts'
import { describeFailure, describeNoAnswer, findProblem } from '../../../api/request.ts'
import { loadAuthClient, sendAuthorisedRequest } from '../../../api/session.ts'
import { actBecause } from '../../../api/session-state.ts'
import { useAction } from '../../../shared/effects.ts'
import { focusNow, useLostFocus } from '../../../shared/focus.ts'
import { describeMoment, Moment } from '../../../shared/time/moment.tsx'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { Failure } from '../../../shared/ui/failure.tsx'
import { OpenRequest } from '../../held-data/index.ts'
import { ProofFields } from './ask-service.tsx'

/** Explains which data is deleted or kept, why and until when; then asks for the proof. */
export default function CloseAccountForm({ onClose }: { onClose: () => void }) {
  const view = useQuery(closingQuery)
  if (view.data) return <Form view={view.data} onClose={onClose} />
  if (view.isPending) return <LoadingCard words={words.loading} />
  return (
    <Alert color="red" role="alert" title={describeNoAnswer()}>
      <Button variant="default" mt="sm" loading={view.isFetching} onClick={() => void view.refetch()}>
        {words.tryAgain}
      </Button>
    </Alert>
  )
}

function Form({ view, onClose }: { view: ClosingView; onClose: () => void }) {
  const navigate = useNavigate()
  const [isPasskeyUsed, setIsPasskeyUsed] = useState(false)
  const { isBusy, failure, setFailure, run } = useAction((error) => {
    // The passkey proof is valid for two minutes.
    setIsPasskeyUsed(false)
    return error
  })
  const close = async (json: { password: string } | { code: string } | { passkey: true }) => {
    const { closesAt } = await sendAuthorisedRequest('POST /api/account/closing', { json })
    const auth = await loadAuthClient()
    // The login page redirects a signed-in person.
    await actBecause('account-closed', () => auth.signOut({ scope: 'local' }))
    await navigate(`/login?closes=${encodeURIComponent(closesAt)}`, { replace: true })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const code = given.get('code')
    const typed = code === null ? { password: String(given.get('password') ?? '') } : { code: String(code) }
    void run(() => close(isPasskeyUsed ? { passkey: true } : typed))
  }
  const refusal = findProblem(failure)?.code
  const isFieldFault =
    refusal === 'password_wrong' || refusal === 'mailed_code_wrong' || refusal === 'validation_failed'
  const fault = failure && isFieldFault ? describeFailure(failure) : null
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <WhatGoes view={view} />
        {isPasskeyUsed ? (
          <Text ref={focusNow} tabIndex={-1}>
            {words.passkeyUsed}
          </Text>
        ) : (
          <ProofFields
            label={words.proof}
            description={words.proofHint}
            fault={fault}
            onCodeSent={() => setFailure(null)}
            onPasskey={() => setIsPasskeyUsed(true)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.keep}
          </Button>
          <Button type="submit" color="gray" loading={isBusy}>
            {words.confirm}
          </Button>
        </Group>
        {failure && !isFieldFault ? <ClosingFailure error={failure} /> : null}
      </Stack>
    </form>
  )
}

/** Without the server's answer, the account may be closed. */
function ClosingFailure({ error }: { error: unknown }) {
  return findProblem(error) ? (
    <Failure title={words.notClosed}>{describeFailure(error)}</Failure>
  ) : (
    <Failure title={words.closedUnknown}>{words.closedUnknownNext}</Failure>
  )
}

function WhatGoes({ view }: { view: ClosingView }) {
  const { pending, records, asked, heldUntil, hasPlan, graceDays } = view
  const stays = useLostFocus<HTMLHeadingElement>(asked)
  const whatGoes = [
    words.devices,
    words.openRequests({ pending }),
    ...(hasPlan ? [words.planEnds] : []),
    words.later({ days: graceDays }),
  ]
  return (
    <>
      <Title order={3} size="h5">
        {words.goes}
      </Title>
      <List spacing="xs">
        {whatGoes.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      <Title order={3} size="h5" ref={stays} tabIndex={-1}>
        {words.stays}
      </Title>
      <Text>{words.staysText({ records })}</Text>
      <AskedRequests asked={asked} />
      {heldUntil ? <Text>{words.held({ until: describeMoment(heldUntil) })}</Text> : null}
      <Title order={3} size="h5">
        {words.grace}
      </Title>
      <Text>{words.graceText({ days: graceDays })}</Text>
      <Text>{words.downloadBefore}</Text>
    </>
  )
}

/** The open requests to the account's address, each with the end of what was typed and a way to decline it. */
function AskedRequests({ asked }: Pick<ClosingView, 'asked'>) {
  const queries = useQueryClient()
  return (
    <>
      {asked.length > 0 ? <Text>{words.asked({ count: asked.length })}</Text> : null}
      {asked.map(({ id, type, createdAt, keptUntil }) => (
        <Card key={id} component="article" aria-labelledby={`asked-${id}`}>
          <Text id={`asked-${id}`} fw={600}>
            <Moment at={createdAt} within={words.askedKinds[type]} />
          </Text>
          <OpenRequest
            keptUntil={keptUntil}
            decline={() => sendAuthorisedRequest('POST /api/account/asked/:id/decline', { params: { id } })}
            onDeclined={() => void queries.invalidateQueries(closingQuery)}
          />
        </Card>
      ))}
    </>
  )
}
