import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import words from '../../../../words/en/owner.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { RequestFailure } from '../../../api/request.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { EmailField } from '../../../shared/forms/email-field.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { makeCorrectedToast } from './corrected-toast.ts'

/** Corrects the address that the link is mailed to and that opens it. */
export function CorrectAddress({ id, address }: { id: string; address: string }) {
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const [typed, setTyped] = useState(address)
  const correction = useMutation({
    mutationFn: () =>
      sendAuthorisedRequest('PATCH /api/verifications/:id/third-party-email', {
        params: { id },
        json: { thirdPartyEmail: typed },
      }),
    onSuccess(corrected) {
      setIsAsked(false)
      showToast(makeCorrectedToast(corrected))
    },
    // Also after a refusal: the other person may have been faster.
    onSettled: () => queryClient.invalidateQueries({ queryKey: verificationsKey }),
  })
  const open = () => {
    correction.reset()
    setTyped(address)
    setIsAsked(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    correction.mutate()
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.correct}
      </Button>
      <Modal opened={isAsked} onClose={() => setIsAsked(false)} title={words.correctTitle}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text>{words.correctText}</Text>
            <EmailField
              label={words.correctLabel}
              autoComplete="off"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {correction.error ? (
              <Alert color="red" role="alert" title={words.correctFailed}>
                {describeError(correction.error)}
              </Alert>
            ) : null}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setIsAsked(false)}>
                {words.correctKeep}
              </Button>
              <Button type="submit" loading={correction.isPending}>
                {words.correctConfirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}

function describeError(error: Error): string {
  const problem = error instanceof RequestFailure ? error.problem : null
  if (!problem) return words.networkText
  const sentence = problem.detail ?? problem.title
  if (problem.code === 'rate_limited') return words.correctedEnough({ when: sentence })
  return problem.errors?.[0]?.message ?? sentence
}
