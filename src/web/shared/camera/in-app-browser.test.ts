import { expect, it } from 'vitest'
import { findInAppBrowser, writeAddressOutside } from './in-app-browser.tsx'

const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0 Mobile Safari/537.36'
const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`

it.each([
  ['Instagram', `${android} Instagram 400.0.0.38.118 Android (35/15; 420dpi)`],
  ['Instagram', `${iphone('18_5')} Instagram 380.0.0.28.104 (iPhone15,2; iOS 18_5; en_GB)`],
  ['Messenger', `${iphone('18_5')} [FBAN/MessengerForiOS;FBAV/500.0.0.1;FBBV/1]`],
  ['Messenger', `${android} [FB_IAB/Orca-Android;FBAV/500.0.0.1;]`],
  ['Facebook', `${iphone('18_5')} [FBAN/FBIOS;FBAV/500.0.0.1;FBBV/1]`],
  ['Facebook', `${android} [FB_IAB/FB4A;FBAV/500.0.0.1;]`],
  ['TikTok', `${android} musical_ly_2024 trill_400000 BytedanceWebview/d8a21c6`],
  ['TikTok', `${iphone('18_5')} musical_ly_40.0 BytedanceWebview/d8a21c6`],
  ['WhatsApp', `${android} WhatsApp/2.24.1`],
  ['WeChat', `${android} MicroMessenger/8.0.50 WeChat/arm64`],
  ['Snapchat', `${iphone('18_5')} Snapchat/13.0 (like Safari/8618)`],
  ['LINE', `${iphone('18_5')} Safari Line/14.0.0`],
  ['Telegram', `${android} Telegram-Android/11.0 (Pixel 9; Android 15; SDK 35)`],
])('recognises the browser inside %s: %s (CAMERA-18)', (app, userAgent) => {
  expect(findInAppBrowser(userAgent)).toBe(app)
})

it.each([
  android,
  `${iphone('18_5')} Version/18.5 Safari/604.1`,
  `${iphone('18_5')} CriOS/142.0 Safari/604.1`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile OnLine/1.0 Linespace/2',
  '',
])("doesn't mistake another browser for an in-app browser: %s (CAMERA-18)", (userAgent) => {
  expect(findInAppBrowser(userAgent)).toBeNull()
})

it('builds the platform’s address for leaving the app, and none where there is none (CAMERA-18)', () => {
  const from = (userAgent: string, address = 'https://assent.example/verify/7f3a?type=person#top') =>
    writeAddressOutside(address, { userAgent, maxTouchPoints: 5 })
  expect(from(android)).toBe(
    'intent://assent.example/verify/7f3a?type=person#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  )
  for (const version of ['17_5', '17_6_1', '18_0', '26_1'])
    expect(from(iphone(version)), version).toBe('x-safari-https://assent.example/verify/7f3a?type=person')
  for (const version of ['17_4_1', '16_7', '9_3']) expect(from(iphone(version)), version).toBeNull()
  expect(from('Mozilla/5.0 (Windows NT 10.0; Win64; x64) MicroMessenger/8.0')).toBeNull()
})
