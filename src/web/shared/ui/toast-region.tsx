import '../../theme/components.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { connectToastRegion, type Toast } from './toast.ts'

const colors: Record<Toast['kind'], string> = { success: 'assent', error: 'red', info: 'gray' }

function show(toast: Toast) {
  const narrow = window.matchMedia('(max-width: 47.99em)').matches
  notifications.show({
    title: toast.title,
    message: toast.description ?? '',
    autoClose: toast.durationMs ?? 5000,
    color: colors[toast.kind],
    position: narrow ? 'top-center' : 'top-right',
    // The region around it is the live one; as an alert it would interrupt what is being read.
    role: 'group',
    'data-toast': toast.kind,
    closeButtonProps: { 'aria-label': 'Dismiss message' },
  })
}

/** Where toasts appear: above dialogs, read aloud when the reader pauses. */
export default function ToastRegion() {
  useEffect(() => connectToastRegion(show), [])
  return <Notifications aria-live="polite" limit={4} transitionDuration={160} />
}
