import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RecordView, Withdrawn } from '../../../contract/record.ts'
import words from '../../../words/en/record.ts'
import type { RecordAccess } from '../../api/records.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { showToast } from '../../shared/ui/toast.ts'
import { describeFailure } from './failure-words.ts'
import { describeAfterWithdrawal, describeWithdrawal } from './legal-hold/after-withdrawal.ts'

type WithdrawConsentProps = {
  access: RecordAccess
  /** Whether the other person will hear of it: not once their account is erased. */
  isOtherMailed: boolean
  view: Pick<RecordView, 'party' | 'holds'>
  onWithdrawn(done: Withdrawn): void
  /** The page shows what is so no longer: somebody else was faster, or the link has ended. */
  onOutdated(): void
}

/** Withdraws consent after one question. */
export function WithdrawConsent({
  access,
  isOtherMailed,
  view,
  onWithdrawn,
  onOutdated,
}: WithdrawConsentProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const withdraw = async () => {
    setIsBusy(true)
    setFault(null)
    try {
      const done = await request('POST /api/records/:id/withdrawal', {
        params: { id: access.id },
        token: await access.findToken(),
      })
      setIsAsked(false)
      showToast({ kind: 'success', title: words.withdrawn })
      onWithdrawn(done)
    } catch (failure) {
      const code = failure instanceof RequestFailure ? failure.problem?.code : undefined
      if (code === 'not_withdrawable' || code === 'record_not_found') {
        setIsAsked(false)
        showToast({ kind: 'info', ...words.notWithdrawn[code] })
        onOutdated()
      } else setFault(describeFailure(failure))
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
          <Text>{describeWithdrawal(isOtherMailed, describeAfterWithdrawal(view))}</Text>
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
