import { accountLimits, listNewPasswordFaults } from '../../../domain/account/limits.ts'
import accountMessages from '../../../words/en/account-messages.ts'
import type { FormSchema } from './schema.ts'

export type NewPassword = { currentPassword: string; newPassword: string }

/** A new password typed twice (PASSWORD-2), and where `currentPassword` is asked for, that it is there. */
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
