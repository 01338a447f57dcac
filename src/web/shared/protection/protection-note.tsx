import { Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { showToast } from '../ui/toast.ts'
import classes from './protection-note.module.css'
import { setProtectionOff, useProtectionState } from './protection-state.ts'
import { protectionWords as words } from './protection-words.ts'

/**
 * Says that the page is protected, and lets a person switch the blocking off who needs to select its words, for a translator or to have them
 * read aloud. The watermark stays.
 */
export function ProtectionNote() {
  const { isOff } = useProtectionState()
  const toggle = () => {
    setProtectionOff(!isOff)
    showToast({
      kind: 'info',
      title: isOff ? words.enabled : words.disabled,
      description: isOff ? words.enabledText : words.disabledText,
    })
  }
  return (
    <Group gap="xs" className={classes['note']}>
      <Text size="sm" c="dimmed">
        {isOff ? words.isOff : words.isOn}
      </Text>
      <UnstyledButton className={classes['toggle']} onClick={toggle}>
        {isOff ? words.turnOn : words.turnOff}
        <VisuallyHidden> {words.contentProtection}</VisuallyHidden>
      </UnstyledButton>
    </Group>
  )
}
