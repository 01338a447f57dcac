import { Modal, Stack, Text } from '@mantine/core'
import words from '../../../../words/en/gate.ts'
import { GateForm } from './gate-form.tsx'
import type { KeptPass } from './gate-pass.ts'

type PassDialogProps = {
  formId: string
  opened: boolean
  onPassed(pass: KeptPass): void
  onLinkChanged(): void
  onClose(): void
}

/** Asks for the email once more when the pass ended in the middle of the work, which stays as it is underneath. */
export function PassDialog({ formId, opened, onPassed, onLinkChanged, onClose }: PassDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.passEnded}>
      <Stack gap="md">
        <Text>{words.passEndedText}</Text>
        <GateForm formId={formId} onPassed={onPassed} onLinkChanged={onLinkChanged} />
      </Stack>
    </Modal>
  )
}
