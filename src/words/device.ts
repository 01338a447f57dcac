import words from './en/settings.ts'

// The more specific token first: the user agents of Edge and Opera contain Chrome too, and that of Chrome contains
// Safari.
const browsers: [sign: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [sign: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A name by `nameDevice` that was stored in English, in the current language. */
export function translateDevice(name: string): string {
  const [browser = '', system] = name.split(' on ')
  if (system) return words.deviceName({ browser, system })
  const isKnown = [...browsers, ...systems].some(([, known]) => known === name)
  return isKnown ? name : words.unknownDevice
}

/** A device's display name, from its user agent: "Chrome on Windows"; "Unknown device" for an unknown one. */
export function nameDevice(userAgent: string | null): string {
  const findName = (known: [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const browser = findName(browsers)
  const system = findName(systems)
  if (browser && system) return words.deviceName({ browser, system })
  return browser ?? system ?? words.unknownDevice
}
