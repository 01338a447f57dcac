import { afterEach, expect, it } from 'vitest'
import { nameDevice, translateDevice } from './device.ts'
import { english } from './language.ts'
import { speak } from './testing/mirrored.ts'

afterEach(() => speak(english))

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['curl/8.9.1', 'Unknown device'],
  [null, 'Unknown device'],
])('names the device %s (SETTINGS-6)', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})

it.each([
  ['Chrome on Android', 'Chrome auf Android'],
  ['Firefox', 'Firefox'],
  ['Unknown device', 'Unbekanntes Gerät'],
])('names the stored device %s in another language (ACTIVITY-1)', (stored, name) => {
  const settings = { deviceName: '{browser} auf {system}', unknownDevice: 'Unbekanntes Gerät' }
  speak({ ...english, tag: 'de', locale: 'de', catalogues: { settings } })
  expect(translateDevice(stored)).toBe(name)
})
