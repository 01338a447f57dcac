import { PasswordField } from '../../shared/forms/password-field.tsx'
import type { FieldOf } from '../../shared/forms/use-schema-form.ts'

type NewPasswordFieldsProps = {
  field: FieldOf
  words: { newPassword: string; newPasswordHint?: string; confirmPassword: string }
}

/** A new password, and once more. */
export function NewPasswordFields({ field, words }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field('newPassword')}
        label={words.newPassword}
        {...(words.newPasswordHint ? { description: words.newPasswordHint } : {})}
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

/** Tells password managers whose password it is. */
export function WhosePassword({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
