import { expect, it } from 'vitest'
import { detectDevicePlatform } from './browser.ts'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

it.each([
  ['ios', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`, 5],
  ['ios', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 5],
  ['mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 0],
  ['android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile', 5],
  ['windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0', 10],
  ['linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0],
  ['desktop', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0', 0],
  ['unknown', 'curl/8.0', 0],
] as const)('recognises %s (CAMERA-10)', (platform, userAgent, maxTouchPoints) => {
  expect(detectDevicePlatform({ userAgent, maxTouchPoints })).toBe(platform)
})
