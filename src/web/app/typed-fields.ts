type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

declare global {
  interface Window {
    /** Set by the script in the page's head (src/web/root.tsx). */
    typedFields: ReturnType<typeof readTypedFields>
  }
}

/**
 * The fields of the page, and their values in this tab's storage while it loads again (WORDS-13, PAGE-55).
 *
 * Its source is written into the page, so that it works before the page's code has loaded: it must not use anything from
 * outside.
 *
 * @param key the place in the storage (`keptFields`)
 */
export function readTypedFields(key: string) {
  const touched = new WeakSet<EventTarget>()
  for (const type of ['input', 'change'])
    addEventListener(type, ({ target }) => target && touched.add(target), true)

  /** A password too that is shown as text. */
  const isSecret = (field: Field) => field.type === 'password' || field.autocomplete.includes('password')
  const read = (field: Field) =>
    'checked' in field && /checkbox|radio/.test(field.type) ? field.checked : field.value

  /**
   * The fields by a name that is the same in every language. Not passwords and files, which are never stored, and not
   * the parts that keep their fields themselves.
   */
  function list(): { name: string; field: Field; value: string | boolean; isTouched: boolean }[] {
    const counts: Record<string, number> = {}
    return [...document.querySelectorAll<Field>('main :is(input, select, textarea)')]
      .filter((field) => !isSecret(field) && !field.closest('[data-keeps-fields]') && field.type !== 'file')
      .map((field) => {
        const known = [field.type, field.autocomplete, field.dataset['path']].join()
        const count = counts[known] ?? 0
        counts[known] = count + 1
        return { name: `${known},${count}`, field, value: read(field), isTouched: touched.has(field) }
      })
  }

  /**
   * Keeps what was typed, ticked and selected on this page, and what was kept before and isn't restored yet. The other
   * fields are the server's, which may know better by now.
   */
  function keep(): void {
    try {
      const path = location.pathname
      const before = JSON.parse(sessionStorage.getItem(key) ?? 'null')
      const values = before?.path === path ? before.values : {}
      for (const { name, value, isTouched } of list()) if (isTouched) values[name] = value
      sessionStorage.setItem(key, JSON.stringify({ path, values }))
    } catch {
      // Storage is unavailable.
    }
  }
  return { list, keep }
}
