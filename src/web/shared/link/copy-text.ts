/**
 * Puts a text into the clipboard; `field` shows the same text and helps where the page may not write there by itself, as on plain http.
 * Resolves to whether it worked.
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (!field) return false
    field.focus()
    field.select()
    return document.execCommand('copy')
  }
}
