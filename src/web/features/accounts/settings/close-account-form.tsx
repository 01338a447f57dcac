import { Alert, Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ClosingView } from '../../../../contract/privacy.ts'
import words from '../../../../words/en/own-data.ts'
import { closingQuery } from '../../../api/account.ts'
import { describeFailure, RequestFailure, sayNotReached } from '../../../api/request.ts'
import { loadAuthClient, sendAuthorisedRequest } from '../../../api/session.ts'
import { actBecause } from '../../../api/session-state.ts'
import { CodeField, PasswordField } from '../../../shared/forms/form-parts.tsx'
import { describeMoment } from '../../../shared/time/moment.tsx'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { PasskeyProof } from './ask-service.tsx'

/** Explains what is deleted, what is kept, why and until when; then asks for the proof. */
export default function CloseAccountForm({ onClose }: { onClose: () => void }) {
  const view = useQuery(closingQuery)
  if (view.data) return <Form view={view.data} onClose={onClose} />
  if (view.isPending) return <LoadingCard words={words.loading} />
  return (
    <Alert color="red" role="alert" title={sayNotReached()}>
      <Button variant="default" mt="sm" loading={view.isFetching} onClick={() => void view.refetch()}>
        {words.tryAgain}
      </Button>
    </Alert>
  )
}

function Form({ view, onClose }: { view: ClosingView; onClose: () => void }) {
  const navigate = useNavigate()
  const [way, setWay] = useState<'password' | 'code' | 'passkey'>('password')
  const closing = useMutation({
    mutationFn: (json: { password: string } | { code: string } | { passkey: true }) =>
      sendAuthorisedRequest('POST /api/account/closing', { json }),
    async onSuccess({ closesAt }) {
      const auth = await loadAuthClient()
      // A signed-in person is redirected from the login.
      await actBecause('account-closed', () => auth.signOut({ scope: 'local' }))
      await navigate(`/login?closes=${encodeURIComponent(closesAt)}`, { replace: true })
    },
    // It counts for two minutes.
    onError: () => setWay((current) => (current === 'passkey' ? 'password' : current)),
  })
  const code = useMutation({
    mutationFn: async () => {
      const { error } = await (await loadAuthClient()).reauthenticate()
      if (error) throw error
    },
    onSuccess() {
      closing.reset()
      setWay('code')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (closing.isPending) return
    const given = new FormData(event.currentTarget)
    const readField = (name: string) => String(given.get(name) ?? '')
    closing.mutate(
      way === 'passkey'
        ? { passkey: true }
        : way === 'code'
          ? { code: readField('code') }
          : { password: readField('password') },
    )
  }
  const refusal = closing.error instanceof RequestFailure ? closing.error.problem?.code : undefined
  const isFieldFault =
    refusal === 'password_wrong' || refusal === 'mailed_code_wrong' || refusal === 'validation_failed'
  const fault = closing.error && isFieldFault ? describeFailure(closing.error) : null
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <WhatGoes view={view} />
        {way === 'passkey' ? <Text>{words.passkeyUsed}</Text> : null}
        {way === 'code' ? <CodeField error={fault} /> : null}
        {way === 'password' ? (
          <>
            <PasswordField
              name="password"
              label={words.proof}
              description={words.proofHint}
              autoComplete="current-password"
              error={fault}
              onChange={() => {}}
            />
            <Group>
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => code.mutate()}
                disabled={code.isPending}
              >
                {words.codeInstead}
              </Anchor>
              <PasskeyProof onProven={() => setWay('passkey')} />
            </Group>
          </>
        ) : null}
        {code.error ? (
          <Alert color="red" role="alert" title={words.codeNotSent}>
            {code.error.message}
          </Alert>
        ) : null}
        {closing.error && !isFieldFault ? (
          <Alert color="red" role="alert" title={words.notClosed}>
            {describeFailure(closing.error)}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.keep}
          </Button>
          <Button type="submit" color="gray" loading={closing.isPending}>
            {words.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function WhatGoes({ view: { pending, records, heldUntil, hasPlan, graceDays } }: { view: ClosingView }) {
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
      <Title order={3} size="h5">
        {words.stays}
      </Title>
      <Text>{words.staysText({ records })}</Text>
      {heldUntil ? <Text>{words.held({ until: describeMoment(heldUntil) })}</Text> : null}
      <Title order={3} size="h5">
        {words.grace}
      </Title>
      <Text>{words.graceText({ days: graceDays })}</Text>
      <Text>{words.downloadBefore}</Text>
    </>
  )
}
