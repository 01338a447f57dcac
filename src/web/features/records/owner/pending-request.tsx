import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CorrectedAddress } from '../../../../contract/verification.ts'
import words from '../../../../words/en/owner.ts'
import { describeFailure, describeFault, findProblem } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { useAction } from '../../../shared/effects.ts'
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
  const { isBusy, failure, setFailure, run } = useAction((error) => {
    const code = findProblem(error)?.code
    const isOfField = code === 'own_address' || code === 'validation_failed'
    return { text: describeCorrectionFailure(error), isOfField }
  })
  const refusal = useRefusal(failure?.isOfField ? failure.text : null)
  const open = () => {
    // A correction in progress keeps its address, to which its refusal belongs.
    if (!isBusy) {
      setFailure(null)
      setTyped(address)
    }
    setIsOpen(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      try {
        const corrected = await sendAuthorisedRequest('PATCH /api/verifications/:id/third-party-email', {
          params: { id },
          json: { thirdPartyEmail: typed },
        })
        setIsOpen(false)
        showToast(makeCorrectedToast(corrected))
      } finally {
        // Also after a refusal: the other person may have answered first.
        await queryClient.invalidateQueries({ queryKey: verificationsKey })
      }
    })
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
              <Button type="submit" loading={isBusy}>
                {words.correctConfirm}
              </Button>
            </Group>
            {failure && !failure.isOfField ? (
              <Failure title={words.correctFailed}>{failure.text}</Failure>
            ) : null}
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
  const { isBusy, run } = useAction((error) => {
    const code = findProblem(error)?.code
    const sentence = describeFailure(error)
    const description = code === 'rate_limited' ? words.invitedEnough({ when: sentence }) : sentence
    showToast({ kind: 'error', title: words.inviteFailed, description })
    // The other person may have answered first: refetch, so that the page shows it.
    if (code === 'link_closed') void queryClient.invalidateQueries({ queryKey: verificationsKey })
    return null
  })
  const send = () =>
    run(async () => {
      await sendAuthorisedRequest('POST /api/verifications/:id/invitation', { params: { id } })
      showToast({ kind: 'success', title: words.invited })
      void queryClient.invalidateQueries({ queryKey: verificationsKey })
    })
  return (
    <Button variant="default" loading={isBusy} onClick={send}>
      {words.invite}
    </Button>
  )
}

export function CancelRequest({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, failure, run } = useAction(describeFailure)
  const cancel = () =>
    run(async () => {
      try {
        await sendAuthorisedRequest('POST /api/verifications/:id/cancel', { params: { id } })
        setIsOpen(false)
        showToast({ kind: 'success', title: words.cancelled, isOnPage: true })
      } finally {
        // Also after a refusal: the other person may have answered first.
        await queryClient.invalidateQueries({ queryKey: verificationsKey })
      }
    })
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
        isBusy={isBusy}
        failure={failure}
        failed={words.cancelFailed}
        onClose={() => setIsOpen(false)}
        onConfirm={cancel}
      >
        <Text>{words.cancelText}</Text>
      </ConfirmDialog>
    </>
  )
}
