/** Focuses the field of a path, which scrolls it into view. Returns whether it is on the page. */
export function focusField(path: string): boolean {
  const field = document.querySelector<HTMLElement>(`[data-path="${path}"]`)
  field?.focus()
  return field !== null
}
