import words from '../../../words/en/frame.ts'
import '../../theme/components.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { connectToastRegion, type Toast } from './toast.ts'

const colors: Record<Toast['kind'], string> = { success: 'assent', error: 'red', info: 'gray' }

const errors = new Set<string>()
const others = new Set<string>()

/**
 * On a phone at the foot of the screen: headings, progress and titles of dialogs are at its top. There one takes the
 * place of those before that are no errors, since a pile of them would reach up.
 */
function show(toast: Toast) {
  const narrow = window.matchMedia('(max-width: 47.99em)').matches
  if (narrow) for (const before of others) notifications.hide(before)
  const id = notifications.show({
    title: toast.title,
    message: toast.description ?? '',
    autoClose: toast.durationMs ?? 5000,
    color: colors[toast.kind],
    position: narrow ? 'bottom-center' : 'top-right',
    // The region around it is the live one; as an alert it would interrupt what is being read.
    role: 'group',
    'data-toast': toast.kind,
    closeButtonProps: { 'aria-label': words.failure.dismiss },
    onClose: () => {
      errors.delete(id)
      others.delete(id)
    },
  })
  if (toast.kind === 'error') errors.add(id)
  else others.add(id)
}

function hideErrors() {
  for (const id of errors) notifications.hide(id)
}

/** Where toasts appear: above dialogs, read aloud when the reader pauses. */
export default function ToastRegion() {
  useEffect(() => connectToastRegion({ show, hideErrors }), [])
  return <Notifications aria-live="polite" limit={4} transitionDuration={160} />
}
