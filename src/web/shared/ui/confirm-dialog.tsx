import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'

type ConfirmDialogProps = {
  opened: boolean
  title: string
  children: ReactNode
  /** The label of the button that cancels, and of the one that acts. */
  keep: string
  confirm: string
  isBusy: boolean
  /** The reason why the action failed, under the title `failed`. */
  failure: string | null
  failed: string
  onClose(): void
  onConfirm(): void
}

/** Asks for a confirmation before an action that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, keep, confirm, isBusy, failure, failed, onClose, onConfirm } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {keep}
          </Button>
          <Button color="gray" loading={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
        {failure ? <Failure title={failed}>{failure}</Failure> : null}
      </Stack>
    </Modal>
  )
}
