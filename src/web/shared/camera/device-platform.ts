/** The platforms that the camera help knows (CAMERA-10). */
export const devicePlatforms = ['ios', 'android', 'mac', 'windows', 'linux', 'desktop', 'unknown'] as const
export type DevicePlatform = (typeof devicePlatforms)[number]

/** What a browser tells about itself; `navigator` is one. */
export type BrowserTraits = { userAgent: string; maxTouchPoints: number }

/**
 * The platform that a browser runs on. An iPad that calls itself a Mac is told by its touch screen. `desktop` is a browser that names a
 * desktop system nobody listed, `unknown` one that names none.
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
