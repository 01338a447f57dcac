import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import words from '../../../words/en/held-data.ts'
import { request } from '../../api/request.ts'
import { describeFailure } from './failure-text.ts'

type EraseHeldDataProps = { token: string; onErased(counted: { erased: number; kept: number }): void }

/** Erases what may be erased, after one question. */
export function EraseHeldData({ token, onErased }: EraseHeldDataProps) {
  const [isAsked, setIsAsked] = useState(false)
  const erasing = useMutation({
    mutationFn: () => request('POST /api/my-data/erasure', { token }),
    onSuccess: onErased,
  })
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.erase}
      </Button>
      <Modal opened={isAsked} onClose={() => setIsAsked(false)} title={words.eraseTitle}>
        <Stack gap="md">
          <Text>{words.eraseText}</Text>
          {erasing.error ? (
            <Alert color="red" role="alert" title={words.failed}>
              {describeFailure(erasing.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsked(false)}>
              {words.keep}
            </Button>
            <Button color="gray" loading={erasing.isPending} onClick={() => erasing.mutate()}>
              {words.eraseConfirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
