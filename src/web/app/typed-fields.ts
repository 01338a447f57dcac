type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

declare global {
  interface Window {
    /** Set by the script in the page's head (src/web/root.tsx). */
    typedFields: ReturnType<typeof readTypedFields>
  }
}

/**
 * The fields of the page, and their values in this tab's storage while it loads again in another language (WORDS-13).
 *
 * Its source is written into the page, so that it works before the page's code has loaded: it must not use anything from
 * outside.
 *
 * @param key the place in the storage (`keptFields`)
 */
export function readTypedFields(key: string) {
  /** A password too that is shown as text. */
  const isSecret = (field: Field) => field.type === 'password' || field.autocomplete.includes('password')
  const read = (field: Field) =>
    'checked' in field && /checkbox|radio/.test(field.type) ? field.checked : field.value

  /**
   * The fields by a name that is the same in every language. Not passwords and files, which are never stored, and not
   * the parts that keep their fields themselves.
   */
  function list(): { name: string; field: Field; value: string | boolean }[] {
    const counts: Record<string, number> = {}
    return [...document.querySelectorAll<Field>('main :is(input, select, textarea)')]
      .filter((field) => !isSecret(field) && !field.closest('[data-keeps-fields]') && field.type !== 'file')
      .map((field) => {
        const known = [field.type, field.autocomplete, field.dataset['path']].join()
        const count = counts[known] ?? 0
        counts[known] = count + 1
        return { name: `${known},${count}`, field, value: read(field) }
      })
  }

  /** Keeps what was typed, ticked and selected on this page. What an earlier choice kept stays until it is restored. */
  function keep(): void {
    try {
      const path = location.pathname
      const before = JSON.parse(sessionStorage.getItem(key) ?? 'null')
      const values = Object.fromEntries(list().map(({ name, value }) => [name, value]))
      const kept = { path, values: before?.path === path ? { ...values, ...before.values } : values }
      sessionStorage.setItem(key, JSON.stringify(kept))
    } catch {
      // Storage is unavailable.
    }
  }
  return { list, keep }
}
