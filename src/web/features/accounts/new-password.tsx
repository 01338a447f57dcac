import type { KnownPerson } from '../../../domain/account/guessable-password.ts'
import { accountLimits, listNewPasswordFaults } from '../../../domain/account/limits.ts'
import accountMessages from '../../../words/en/account-messages.ts'
import guessableWords from '../../../words/en/guessable-password.ts'
import { PasswordField } from '../../shared/forms/form-parts.tsx'
import type { FieldOf, FormSchema } from '../../shared/forms/use-schema-form.ts'

type NewPasswordFieldsProps = {
  field: FieldOf
  words: { newPassword: string; confirmPassword: string }
}

export function NewPasswordFields({ field, words }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field('newPassword')}
        label={words.newPassword}
        description={accountMessages.newPasswordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('confirmPassword')}
        label={words.confirmPassword}
        autoComplete="new-password"
      />
    </>
  )
}

/** Tells password managers which account the password belongs to. */
export function WhosePassword({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

export type NewPassword = { currentPassword: string; newPassword: string }

/** A new password typed twice (PASSWORD-2) and, with `asksCurrent`, the current password. */
export function makeNewPasswordSchema({ asksCurrent }: { asksCurrent: boolean }): FormSchema<NewPassword> {
  return {
    safeParse(values) {
      const {
        currentPassword = '',
        newPassword = '',
        confirmPassword = '',
      } = values as Record<string, string | undefined>
      const issues: { path: string[]; message: string }[] = []
      if (asksCurrent && currentPassword.length < accountLimits.passwordMin)
        issues.push({ path: ['currentPassword'], message: accountMessages.password })
      for (const fault of listNewPasswordFaults(newPassword))
        issues.push({ path: ['newPassword'], message: accountMessages[fault] })
      if (confirmPassword !== newPassword)
        issues.push({ path: ['confirmPassword'], message: accountMessages.passwordsDiffer })
      return issues.length === 0
        ? { success: true, data: { currentPassword, newPassword } }
        : { success: false, error: { issues } }
    },
  }
}

/** Timeout for loading the estimator on a slow network. The server checks in any case, with the same messages. */
const patienceMs = 5000

/**
 * The message for a password that is easy to guess for a person who knows the owner, otherwise null. The estimator and
 * its lists are large, so they are only downloaded when a new password is sent.
 */
export async function findGuessableFault(password: string, person: KnownPerson): Promise<string | null> {
  const loading = import('../../../estimator/guess-password.ts').catch(() => null)
  const loaded = await Promise.race([loading, giveUpAfter(patienceMs)])
  const reason = loaded?.guessPassword(password, person)
  return reason ? guessableWords[reason] : null
}

function giveUpAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms))
}
