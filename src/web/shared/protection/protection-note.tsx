import words from '../../../words/en/protection.ts'
import { showToast } from '../ui/toast.ts'
import classes from './protection-note.module.css'
import { setProtectionOff, useProtectionState } from './protection-state.ts'

/**
 * Says that the page is protected, and lets a person switch the blocking off who needs to select its words, for a translator or to have them
 * read aloud. The watermark stays. Plain markup: it is part of the public page's first view.
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
    <p className={classes['note']}>
      {isOff ? words.isOff : words.isOn}{' '}
      <button type="button" className={classes['toggle']} onClick={toggle}>
        {isOff ? words.turnOn : words.turnOff}
      </button>
    </p>
  )
}
