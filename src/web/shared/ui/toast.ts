/** A message that passes by. It is announced politely and lies above dialogs. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  description?: string
  /** How long it stays, in milliseconds. */
  durationMs?: number
}

/** Shows a toast. The toast's code is loaded with the first one. */
export async function showToast(toast: Toast): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({
    title: toast.title,
    message: toast.description ?? '',
    autoClose: toast.durationMs ?? 5000,
    color: toast.kind === 'error' ? 'red' : toast.kind === 'success' ? 'assent' : 'gray',
  })
}
