import { EmailField } from './email-field.tsx'

type OwnEmailFieldProps = {
  label: string
  value: string
  error: string | null
  onType(email: string): void
}

/** The address of whoever types it, to which something is about to be mailed. */
export function OwnEmailField({ onType, ...field }: OwnEmailFieldProps) {
  return (
    <EmailField
      name="email"
      autoComplete="email"
      size="md"
      {...field}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}
