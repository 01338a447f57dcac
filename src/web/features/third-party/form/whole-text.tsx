import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/form.ts'
import { WholeDocument } from './whole-document.tsx'
import classes from './whole-text.module.css'

type WholeTextProps = {
  form: ThirdPartyView
  opened: boolean
  /** The part to begin at; null for the start. */
  part: string | null
  onClose(): void
}

/** The document as it is signed, whole, over the step that one is at. */
export function WholeText({ form, opened, part, onClose }: WholeTextProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.wholeText}
      size="xl"
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : 'lg'}
      closeButtonProps={{ 'aria-label': words.closeText }}
      classNames={{ header: classes['header'] ?? '' }}
    >
      <WholeDocument form={form} part={part} />
    </Modal>
  )
}
