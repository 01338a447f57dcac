import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { verificationLimits } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/form.ts'
import { RequestFailure, request } from '../../../api/request.ts'
import type { ThirdPartyAccess } from '../../../api/third-party.ts'
import { useDialogInHistory } from '../../../shared/steps/use-dialog-in-history.ts'

type DeclineRequestProps = {
  name: string
  access: ThirdPartyAccess
  onDeclined(): void
  onPassEnded(): void
  onLinkChanged(): void
}

/** Says no to the whole request, after one question back. */
export function DeclineRequest({
  name,
  access,
  onDeclined,
  onPassEnded,
  onLinkChanged,
}: DeclineRequestProps) {
  const dialog = useDialogInHistory('decline')
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const decline = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await request('POST /api/public/verifications/:id/decline', {
        params: { id: access.id },
        json: { reason },
        token: access.gateToken,
      })
      onDeclined()
    } catch (error) {
      setIsBusy(false)
      const problem = error instanceof RequestFailure ? error.problem : null
      if (problem?.code === 'link_closed') onLinkChanged()
      if (problem?.code === 'gate_token_invalid') {
        dialog.close()
        onPassEnded()
      }
      setFailure(problem ? (problem.detail ?? problem.title) : words.networkText)
    }
  }

  return (
    <>
      <Group gap={4} justify="center" mt="md">
        <Text size="sm" c="dimmed">
          {words.declineHint}
        </Text>
        <Button variant="subtle" color="gray" onClick={dialog.open}>
          {words.decline}
        </Button>
      </Group>
      <Modal opened={dialog.opened} onClose={dialog.close} title={words.declineTitle}>
        <Stack gap="md">
          <Text>{words.declineText({ name })}</Text>
          <Textarea
            label={words.declineReason}
            description={words.declineReasonHint}
            rows={3}
            maxLength={verificationLimits.declineReasonMax}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          {failure ? (
            <Alert color="red" role="alert" title={words.declineFailed}>
              {failure}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {words.declineKeep}
            </Button>
            <Button color="gray" loading={isBusy} onClick={decline}>
              {words.declineConfirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
