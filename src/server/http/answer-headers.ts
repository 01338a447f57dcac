import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import type { AppEnv } from './app-env.ts'

/**
 * Headers that every answer carries. Addresses hold the ids of links, so they leave no trace at other sites; of the device's powers only
 * the camera is used; nobody may put the product into a frame. Behind https a browser speaks nothing else with this host and those below
 * it for a year (RFC 6797): without the latter, somebody in the network could invent a name below ours and answer for it in clear.
 */
export function setAnswerHeaders(publicUrl: string) {
  return secureHeaders({
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    permissionsPolicy: {
      camera: ['self'],
      microphone: [],
      geolocation: [],
      displayCapture: [],
      payment: [],
      usb: [],
    },
  })
}

/** What answers of the API carry on top, unless their route says otherwise: they are nobody's page and belong in no cache. */
export const apiHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { headers } = c.res
  // On the answer itself: once there is one, `c.header` copies it, body and all.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
})
