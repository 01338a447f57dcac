import type { Settings } from '../platform/platform.ts'

/** Whether a URL that a browser will be sent to lies on our own origin, and carries no user name that looks like one. */
export function isOnOurOrigin({ publicUrl }: Settings, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { origin, username, password } = new URL(url)
  return origin === new URL(publicUrl).origin && username === '' && password === ''
}
