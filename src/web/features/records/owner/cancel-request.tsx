import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import words from '../../../../words/en/owner.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { RequestFailure } from '../../../api/request.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { showToast } from '../../../shared/ui/toast.ts'

/** Takes a pending request back, after one question. */
export function CancelRequest({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const cancellation = useMutation({
    mutationFn: () => sendAuthorisedRequest('POST /api/verifications/:id/cancel', { params: { id } }),
    onSuccess() {
      setIsAsked(false)
      showToast({ kind: 'success', title: words.cancelled })
    },
    // Also after a refusal: the other person may have been faster.
    onSettled: () => queryClient.invalidateQueries({ queryKey: verificationsKey }),
  })
  const { error } = cancellation
  return (
    <div>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.cancel}
      </Button>
      <Modal opened={isAsked} onClose={() => setIsAsked(false)} title={words.cancelTitle}>
        <Stack gap="md">
          <Text>{words.cancelText}</Text>
          {error ? (
            <Alert color="red" role="alert" title={words.cancelFailed}>
              {error instanceof RequestFailure && error.problem
                ? (error.problem.detail ?? error.problem.title)
                : words.networkText}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsked(false)}>
              {words.cancelKeep}
            </Button>
            <Button color="gray" loading={cancellation.isPending} onClick={() => cancellation.mutate()}>
              {words.cancelConfirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  )
}
