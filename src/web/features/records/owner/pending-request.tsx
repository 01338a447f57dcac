import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CorrectedAddress } from '../../../../contract/verification.ts'
import words from '../../../../words/en/owner.ts'
import { describeFailure, describeFault, findProblem } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { useRefusal } from '../../../shared/focus.ts'
import { EmailField } from '../../../shared/forms/email-field.tsx'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { Failure } from '../../../shared/ui/failure.tsx'
import { showToast } from '../../../shared/ui/toast.ts'

/** Corrects the address that the link is mailed to and that opens it. */
export function CorrectAddress({ id, address }: { id: string; address: string }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(address)
  const correction = useMutation({
    mutationFn: () =>
      sendAuthorisedRequest('PATCH /api/verifications/:id/third-party-email', {
        params: { id },
        json: { thirdPartyEmail: typed },
      }),
    onSuccess(corrected) {
      setIsOpen(false)
      showToast(makeCorrectedToast(corrected))
    },
    // Also after a refusal: the other person may have answered first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: verificationsKey }),
  })
  const failure = correction.error && describeCorrectionFailure(correction.error)
  const isOfField = findProblem(correction.error)?.status === 422
  const refusal = useRefusal(isOfField ? failure : null)
  const open = () => {
    correction.reset()
    setTyped(address)
    setIsOpen(true)
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
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={words.correctTitle}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text>{words.correctText}</Text>
            <EmailField
              label={words.correctLabel}
              autoComplete="off"
              data-autofocus
              value={typed}
              {...refusal}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setIsOpen(false)}>
                {words.correctKeep}
              </Button>
              <Button type="submit" loading={correction.isPending}>
                {words.correctConfirm}
              </Button>
            </Group>
            {failure && !isOfField ? <Failure title={words.correctFailed}>{failure}</Failure> : null}
          </Stack>
        </form>
      </Modal>
    </>
  )
}

function describeCorrectionFailure(error: unknown): string {
  if (findProblem(error)?.code === 'rate_limited')
    return words.correctedEnough({ when: describeFailure(error) })
  return describeFault(error)
}

/** The toast after a correction: whether the link is being mailed to the new address, and if not, why. */
export function makeCorrectedToast({ invitation }: CorrectedAddress): Parameters<typeof showToast>[0] {
  if (invitation === null) return { kind: 'success', title: words.sameAddress }
  return { kind: 'success', title: words.corrected, description: words.correctedTexts[invitation] }
}

/** Mails the link to the third party once more. */
export function ResendInvitation({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: () => sendAuthorisedRequest('POST /api/verifications/:id/invitation', { params: { id } }),
    onSuccess() {
      showToast({ kind: 'success', title: words.invited })
      void queryClient.invalidateQueries({ queryKey: verificationsKey })
    },
    onError(error) {
      const code = findProblem(error)?.code
      const sentence = describeFailure(error)
      const description = code === 'rate_limited' ? words.invitedEnough({ when: sentence }) : sentence
      showToast({ kind: 'error', title: words.inviteFailed, description })
      // The other person may have answered first: refetch, so that the page shows it.
      if (code === 'link_closed') void queryClient.invalidateQueries({ queryKey: verificationsKey })
    },
  })
  return (
    <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
      {words.invite}
    </Button>
  )
}

export function CancelRequest({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const cancellation = useMutation({
    mutationFn: () => sendAuthorisedRequest('POST /api/verifications/:id/cancel', { params: { id } }),
    onSuccess() {
      setIsOpen(false)
      showToast({ kind: 'success', title: words.cancelled, isOnPage: true })
    },
    // Also after a refusal: the other person may have answered first.
    onSettled: () => queryClient.invalidateQueries({ queryKey: verificationsKey }),
  })
  const { error } = cancellation
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words.cancel}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={words.cancelTitle}
        keep={words.cancelKeep}
        confirm={words.cancelConfirm}
        isBusy={cancellation.isPending}
        failure={error && describeFailure(error)}
        failed={words.cancelFailed}
        onClose={() => setIsOpen(false)}
        onConfirm={() => cancellation.mutate()}
      >
        <Text>{words.cancelText}</Text>
      </ConfirmDialog>
    </>
  )
}
