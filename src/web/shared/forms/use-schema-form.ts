import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureWords } from '../../api/failure-words.ts'
import { hideErrorToasts, showToast } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { createBusyLock } from './busy-lock.ts'
import { type FormSchema, pickFirstMessages } from './schema.ts'

/** What became of a submission: `done` keeps the form locked a little longer, `failed` frees it at once; or the fields that the server refused. */
export type Outcome = 'done' | 'failed' | { errors: Record<string, string> }

/** The props of the text field of a name in the schema. */
export type FieldOf = (name: string) => {
  name: string
  error: string | null
  onChange: () => void
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * A form of text fields with a contract schema: checks everything on submit, puts the focus on the first faulty field, and is blocked
 * while busy. It checks nothing when a field is left: a message there would move what is being pressed. The fields themselves hold what was typed, so nothing is lost, be it typed before the page's
 * code ran, filled in by a password manager, or refused by the server.
 */
export function useSchemaForm<Output>({
  loadSchema,
  onValid,
  lockAfterSuccessMs = 0,
}: {
  /** Fetches the schema; called at the first focus and on submit. */
  loadSchema: () => Promise<FormSchema<Output>>
  onValid: (values: Output) => Promise<Outcome>
  lockAfterSuccessMs?: number
}) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [lock] = useState(() => createBusyLock(setBusy))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const hydrated = useHydrated()
  useEffect(() => () => lock.drop(), [lock])

  function show(found: Record<string, string>) {
    setErrors(found)
    const first = listFields(form.current).find((field) => field.name in found)
    first?.focus()
  }
  /** Answers for how long the form stays locked. */
  async function send(): Promise<number> {
    try {
      const parsed = (await loadSchema()).safeParse(readTyped(form.current))
      if (!parsed.success) {
        show(pickFirstMessages(parsed.error.issues))
        return 0
      }
      setErrors({})
      hideErrorToasts()
      const outcome = await onValid(parsed.data)
      if (typeof outcome === 'object') show(outcome.errors)
      return outcome === 'done' ? lockAfterSuccessMs : 0
    } catch {
      showToast({ kind: 'error', title: failureWords.unexpected, description: failureWords.unexpectedNext })
      return 0
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void lock.hold(send)
  }
  return {
    busy,
    /** False until the page's code runs: a submit before that would leave the page. */
    ready: hydrated,
    formProps: {
      ref: form,
      onSubmit: submit,
      onFocus: () => void loadSchema().catch(() => {}),
      noValidate: true,
      method: 'post',
    } as const,
    field: ((name) => ({
      name,
      error: errors[name] ?? null,
      onChange: () => setErrors((known) => withoutField(known, name)),
    })) as FieldOf,
  }
}

function withoutField(errors: Record<string, string>, name: string) {
  if (!(name in errors)) return errors
  const { [name]: _, ...others } = errors
  return others
}

function isField(node: unknown): node is Field {
  return (
    node instanceof HTMLInputElement ||
    node instanceof HTMLSelectElement ||
    node instanceof HTMLTextAreaElement
  )
}

function listFields(form: HTMLFormElement | null): Field[] {
  return [...(form?.elements ?? [])].filter(isField).filter((field) => field.name !== '')
}

function readTyped(form: HTMLFormElement | null): Record<string, string> {
  return Object.fromEntries(listFields(form).map((field) => [field.name, field.value]))
}
