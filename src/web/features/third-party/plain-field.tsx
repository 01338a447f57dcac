import { type ComponentProps, useId } from 'react'
import classes from './plain.module.css'

/** What is wrong, in a word and in a sentence. */
export type FieldError = { title: string; description: string }

type PlainFieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  hint: string
  error: FieldError | null
  onChange(text: string): void
}

/** A field with its hint and its error, in plain markup. */
export function PlainField({ label, hint, error, onChange, ...input }: PlainFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className={classes['hint']}>
        {hint}
      </p>
      <input
        {...input}
        id={id}
        className={classes['field']}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className={classes['error']}>
          <strong>{error.title}</strong>
          <br />
          {error.description}
        </p>
      ) : null}
    </>
  )
}
