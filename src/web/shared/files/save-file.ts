/** Hands a file to the browser to be saved under a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  // Some browsers read the address only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
