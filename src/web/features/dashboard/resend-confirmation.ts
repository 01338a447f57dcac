import { authClient } from '../../api/session.ts'
import { words } from './words.ts'

/** Has the confirmation mail sent again (HOME-2). Null when it is on its way, otherwise why not, for the person to read. */
export async function resendConfirmation(email: string): Promise<string | null> {
  if (!email) return words.noEmail
  try {
    const auth = await authClient()
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${window.location.origin}/dashboard` },
    })
    if (!error) return null
    return error.code ? error.message || words.later : words.later
  } catch {
    return words.later
  }
}
