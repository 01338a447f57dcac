import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import words from '../../../../words/en/legal-hold.ts'
import { request } from '../../../api/request.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { describeFailure } from '../failure-words.ts'
import type { HoldActProps } from './hold-act-props.ts'
import { isOutdated } from './is-outdated.ts'

/** Ends one's own legal hold after one question. */
export function LiftHold({ access, isOtherMailed, onChanged }: HoldActProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const lift = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await request('DELETE /api/records/:id/hold', {
        params: { id: access.id },
        token: await access.findToken(),
      })
      setIsAsked(false)
      showToast({ kind: 'success', title: words.lifted })
      onChanged()
    } catch (error) {
      if (isOutdated(error)) {
        setIsAsked(false)
        showToast({ kind: 'info', title: words.liftFailed, description: describeFailure(error) })
        onChanged()
      } else setFailure(describeFailure(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" mt="md" onClick={() => setIsAsked(true)}>
        {words.lift}
      </Button>
      <Modal opened={isAsked} onClose={() => setIsAsked(false)} title={words.liftDialog}>
        <Stack gap="md">
          <Text>{isOtherMailed ? `${words.liftText} ${words.liftMailed}` : words.liftText}</Text>
          {failure ? (
            <Alert color="red" role="alert" title={words.liftFailed}>
              {failure}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsked(false)}>
              {words.liftKeep}
            </Button>
            <Button color="gray" loading={isBusy} onClick={lift}>
              {words.liftConfirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
