import { useEffect, useState } from 'react'

/** Saves a file under a name through the browser. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  // Some browsers read the address only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Copies a text to the clipboard; `field` contains the same text and is selected where the page may not write to the
 * clipboard, for example on plain http. Resolves to whether it worked.
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

/** How long the tick is shown after copying (LINK-4). */
const copyTickMs = 2000

/** The tick that is shown briefly after the last copy. */
export function useCopyTick(): { isCopied: boolean; tick: () => void } {
  const [copies, setCopies] = useState(0)
  const isCopied = copies > 0
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), copyTickMs)
    return () => clearTimeout(timer)
  }, [copies])
  return { isCopied, tick: () => setCopies((before) => before + 1) }
}

/** The platforms in the camera help (CAMERA-10). */
const devicePlatforms = ['ios', 'android', 'mac', 'windows', 'linux', 'desktop', 'unknown'] as const
type DevicePlatform = (typeof devicePlatforms)[number]

/** The properties that identify a browser's platform; `navigator` has them. */
export type BrowserTraits = { userAgent: string; maxTouchPoints: number }

/**
 * The platform of the browser. An iPad that reports itself as a Mac is recognised by its touch screen. `desktop` is an
 * unlisted desktop system, `unknown` a browser without a system in its user agent.
 */
export function detectDevicePlatform({ userAgent, maxTouchPoints }: BrowserTraits): DevicePlatform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Macintosh|Mac OS X/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/CrOS|FreeBSD|OpenBSD|NetBSD|SunOS/.test(userAgent)) return 'desktop'
  if (/Linux|X11/.test(userAgent)) return 'linux'
  return 'unknown'
}
