import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RecordAccess } from '../../api/records.ts'
import { request } from '../../api/request.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { failureWords } from './failure-words.ts'
import { recordWords as words } from './words.ts'

/** Withdraws consent after one question. `onWithdrawn` is called with the instant, when it is done. */
export function WithdrawConsent({
  access,
  onWithdrawn,
}: {
  access: RecordAccess
  onWithdrawn(withdrawnAt: string): void
}) {
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const withdraw = async () => {
    setIsBusy(true)
    setFault(null)
    try {
      const { withdrawnAt } = await request('POST /api/records/:id/withdrawal', {
        params: { id: access.id },
        token: await access.token(),
      })
      setIsAsked(false)
      showToast({ kind: 'success', title: words.withdrawn })
      onWithdrawn(withdrawnAt)
    } catch (failure) {
      setFault(failureWords(failure))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.withdraw}
      </Button>
      <Modal opened={isAsked} onClose={() => setIsAsked(false)} title={words.withdrawTitle}>
        <Stack gap="md">
          <Text>{words.withdrawText}</Text>
          {fault ? (
            <Alert color="red" role="alert" title={words.withdrawFailed}>
              {fault}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsked(false)}>
              {words.withdrawKeep}
            </Button>
            <Button color="gray" loading={isBusy} onClick={withdraw}>
              {words.withdrawConfirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  )
}
