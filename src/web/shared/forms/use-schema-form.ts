import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import words from '../../../words/en/frame.ts'
import { useHydrated } from '../ui/page-frame.tsx'
import { useTitleBefore } from '../ui/page-title.ts'
import { hideErrorToasts, showToast } from '../ui/toast.ts'

/**
 * The result of a submission: `done` keeps the form locked for a moment, `failed` unlocks it at once; or the messages
 * of the fields that the server refused.
 */
export type Outcome = 'done' | 'failed' | { errors: Messages }

/** The props of the text field with this name in the schema. */
export type FieldOf = (name: string) => {
  name: string
  'data-path': string
  error: string | null
  errorProps: { role?: 'alert' }
  onBlur: (event: FocusEvent) => void
  onChange: () => void
}

type Messages = Record<string, string>
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * A form of text fields with a contract schema: checks a field on blur and everything on submit, focuses the first
 * faulty field, and is blocked while busy. Each field reserves space for its message (global.css), so that a message
 * doesn't shift the element being pressed. The fields are uncontrolled, so the typed data is never lost, even if it was
 * typed before the page's code ran, filled in by a password manager, or refused by the server.
 */
export function useSchemaForm<Output>({
  loadSchema,
  onValid,
  lockAfterSuccessMs = 0,
  announces = false,
}: {
  /** Fetches the schema; called at the first focus and on every check. */
  loadSchema: () => Promise<FormSchema<Output>>
  onValid: (values: Output) => Promise<Outcome>
  lockAfterSuccessMs?: number
  /** Announces the message of the first refused field, for a form that shows no summary. */
  announces?: boolean
}) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [lock] = useState(() => createBusyLock(setBusy))
  const [faults, setFaults] = useState<Messages>({})
  /** Messages for values that passed the schema but that the server refused: shown until the field is changed. */
  const [refused, setRefused] = useState<Messages>({})
  /** The fields that the last submission was refused for, from top to bottom. Kept until the next one. */
  const [summary, setSummary] = useState<{ path: string; label: string }[]>([])
  useTitleBefore(null, summary.length > 0)
  const hydrated = useHydrated()
  useEffect(() => () => lock.drop(), [lock])

  function show(newFaults: Messages, newlyRefused: Messages = {}) {
    setFaults(newFaults)
    setRefused(newlyRefused)
    const faulty = listFields(form.current).filter(({ name }) => name in newFaults || name in newlyRefused)
    setSummary(faulty.map(({ name, labels }) => ({ path: name, label: labels?.[0]?.textContent ?? name })))
    faulty[0]?.focus()
  }
  const parse = async () => (await loadSchema()).safeParse(readTyped(form.current))
  /** Returns how long the form stays locked, in milliseconds. */
  async function send(): Promise<number> {
    try {
      const parsed = await parse()
      if (!parsed.success) {
        show(pickFirstMessages(parsed.error.issues))
        return 0
      }
      show({})
      hideErrorToasts()
      const outcome = await onValid(parsed.data)
      if (typeof outcome === 'object') show({}, outcome.errors)
      return outcome === 'done' ? lockAfterSuccessMs : 0
    } catch {
      showToast({ kind: 'error', title: words.failure.unexpected, description: words.failure.unexpectedNext })
      return 0
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void lock.hold(send)
  }
  async function check({ target }: FocusEvent) {
    if (!isField(target)) return
    const parsed = await parse().catch(() => null)
    if (!parsed) return
    const found = Object.entries(parsed.success ? {} : pickFirstMessages(parsed.error.issues))
    // An empty field is only reported on submit. An error that another field has corrected, for example of a repeated
    // password, is removed.
    const isDue = (name: string) => name === target.name && target.value !== ''
    setFaults((known) => Object.fromEntries(found.filter(([name]) => name in known || isDue(name))))
  }
  return {
    busy,
    summary,
    /** False until the page's code runs: a submit before that would leave the page. */
    ready: hydrated,
    formProps: {
      ref: form,
      onSubmit: submit,
      onFocus: () => void loadSchema().catch(() => {}),
      noValidate: true,
      method: 'post',
      'data-keeps-room': true,
    } as const,
    field: ((name) => ({
      name,
      'data-path': name,
      error: faults[name] ?? refused[name] ?? null,
      errorProps: announces && summary[0]?.path === name ? { role: 'alert' } : {},
      onBlur: (event) => void check(event),
      onChange: () => {
        setFaults((known) => withoutField(known, name))
        setRefused((known) => withoutField(known, name))
      },
    })) as FieldOf,
  }
}

function withoutField(messages: Messages, name: string) {
  if (!(name in messages)) return messages
  const { [name]: _, ...others } = messages
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

/** The part of a contract schema that a form uses: zod's, loaded when the form is first used. */
export type FormSchema<Output> = {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/** The first message of every faulty field, by its path joined with dots. */
export function pickFirstMessages(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = path.map(String).join('.')
    messages[field] ??= message
  }
  return messages
}

/**
 * Blocks a form during a submission, and afterwards for a time that the submission returns (SIGNIN-4). `onChange` is
 * called when the form becomes busy and when it is free again.
 */
export function createBusyLock(onChange: (busy: boolean) => void) {
  let locked = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(busy: boolean) {
    locked = busy
    onChange(busy)
  }
  return {
    /**
     * Runs a submission, unless the form is blocked. `run` returns for how many milliseconds it stays blocked
     * afterwards; 0 frees it at once.
     */
    async hold(run: () => Promise<number>): Promise<void> {
      if (locked) return
      set(true)
      let afterMs = 0
      try {
        afterMs = await run()
      } finally {
        if (afterMs > 0) timer = setTimeout(() => set(false), afterMs)
        else set(false)
      }
    },
    /** For a form that unmounts: no further calls. */
    drop() {
      clearTimeout(timer)
    },
  }
}
