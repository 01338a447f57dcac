import { Alert, Anchor } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { focusField } from '../focus.ts'
import classes from './error-summary.module.css'

type ErrorSummaryProps = {
  title: string
  description?: string
  /** The faulty fields from top to bottom, by path; empty where no field on the page is faulty. */
  fields: readonly { path: string; label: string }[]
  /** The next step where no field is faulty. */
  children?: ReactNode
}

/**
 * The errors, repeated above the fields: each entry links to its field. Without fields it takes the focus itself,
 * because the pressed button may have lost it.
 */
export function ErrorSummary({ title, description, fields, children }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const hasFields = fields.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another refusal is said anew.
  useEffect(() => {
    if (!hasFields) box.current?.focus()
  }, [hasFields, title, description])
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      role="alert"
      title={title}
      className={classes['summary'] ?? ''}
    >
      {description}
      {hasFields ? (
        <ul className={classes['fields']}>
          {fields.map(({ path, label }) => (
            <li key={path}>
              <Anchor component="button" type="button" mod="standalone" onClick={() => focusField(path)}>
                {label}
              </Anchor>
            </li>
          ))}
        </ul>
      ) : null}
      {children ? <div className={classes['way']}>{children}</div> : null}
    </Alert>
  )
}
